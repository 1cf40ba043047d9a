package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses writing requests from other sites: a browser sends a remembered Basic password with them. */
final class SameSiteFilter extends OncePerRequestFilter {

    static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private final ProblemWriter problems;

    SameSiteFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    /** {@link McpOriginFilter} is stricter. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(McpOriginFilter.PATH);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!SAFE_METHODS.contains(request.getMethod()) && isCrossSite(request)) {
            problems.write(response, HttpStatus.FORBIDDEN, "Requests from other sites are refused");
            return;
        }
        chain.doFilter(request, response);
    }

    /** Browsers send Sec-Fetch-Site, but only Origin to a remote server without TLS. */
    private static boolean isCrossSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader("Origin");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        return origin != null
                && !origin.endsWith("://" + request.getHeader("Host"))
                && !origin.endsWith("://" + publicHost(request));
    }

    /** The host as the browser sees it; the container takes it from the headers of a trusted proxy. */
    private static String publicHost(HttpServletRequest request) {
        int port = request.getServerPort();
        boolean defaultPort = port == (request.isSecure() ? 443 : 80);
        return request.getServerName() + (defaultPort ? "" : ":" + port);
    }
}
