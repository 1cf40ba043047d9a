package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** An address has to be what it looks like, so that the doors that are matched by path can't be walked around. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class PlainPathFilter extends OncePerRequestFilter {

    private static final Pattern TRICKS = Pattern.compile("//|;|%2e|/\\.\\.?(/|$)");

    private final ProblemWriter problems;

    PlainPathFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (TRICKS.matcher(request.getRequestURI().toLowerCase(Locale.ROOT)).find()) {
            problems.write(response, HttpStatus.BAD_REQUEST, "The request's address is not a plain path");
            return;
        }
        chain.doFilter(request, response);
    }
}
