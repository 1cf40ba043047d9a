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
 * Refuses requests that a restricted API token is not for: anything but the API and MCP, and writing with a read-only
 * token. The lifecycles of a token are checked in the package api, where the lifecycle of a call is known; so is writing
 * over MCP, where every call is a POST.
 */
final class TokenScopeFilter extends OncePerRequestFilter {

    private static final Set<String> READ_METHODS = Set.of("GET", "HEAD");

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

    /** Null if the token is for this request. */
    private static String refusal(ApiToken token, HttpServletRequest request) {
        String path = request.getRequestURI();
        if (path.equals(McpOriginFilter.PATH)) {
            return null;
        }
        if (token.readOnly() && !READ_METHODS.contains(request.getMethod())) {
            return "This API token is read-only: it is for GET and HEAD";
        }
        boolean metrics = token.lifecycles() == null && path.startsWith("/actuator/");
        return path.startsWith("/api/") || metrics
                ? null
                : "This API token is restricted: it is for paths under /api and for /mcp only";
    }
}
