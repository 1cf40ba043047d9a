package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps restricted API tokens to what they are for: the API only, and a read-only one to reading. Which lifecycle a
 * call of the API is about is known further in.
 */
final class TokenScopeFilter extends OncePerRequestFilter {

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final ProblemWriter problems;

    TokenScopeFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<String> refusal =
                ApiToken.current().filter(ApiToken::restricted).map(token -> refusal(token, request));
        if (refusal.isPresent()) {
            problems.write(response, HttpStatus.FORBIDDEN, refusal.get());
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Null for what the token is for. */
    private static String refusal(ApiToken token, HttpServletRequest request) {
        String path = request.getRequestURI();
        if (token.readOnly() && !READING.contains(request.getMethod())) {
            return "This API token is read-only: it is for GET and HEAD";
        }
        boolean metrics = token.lifecycles() == null && path.startsWith("/actuator/");
        return path.startsWith("/api/") || metrics
                ? null
                : "This API token is restricted: it is for paths under /api only";
    }
}
