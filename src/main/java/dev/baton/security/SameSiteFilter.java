package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** A browser that remembers a password must not let other sites use it: their requests say where they come from. */
final class SameSiteFilter extends OncePerRequestFilter {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final ProblemWriter problems;

    SameSiteFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if ("cross-site".equals(request.getHeader("Sec-Fetch-Site")) && !READING.contains(request.getMethod())) {
            problems.write(response, HttpStatus.FORBIDDEN, "Requests from other sites are not taken");
            return;
        }
        chain.doFilter(request, response);
    }
}
