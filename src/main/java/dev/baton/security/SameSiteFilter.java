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

    static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final ProblemWriter problems;

    SameSiteFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!READING.contains(request.getMethod()) && fromElsewhere(request)) {
            problems.write(response, HttpStatus.FORBIDDEN, "Requests from other sites are not taken");
            return;
        }
        chain.doFilter(request, response);
    }

    /** Browsers say where a request comes from; to a server without TLS on another machine they name the origin only. */
    private static boolean fromElsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader("Origin");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        return origin != null
                && !origin.endsWith("://" + request.getHeader("Host"))
                && !origin.endsWith("://" + publicHost(request));
    }

    /** The host that the browser has asked: where a trusted proxy names it, the container has taken it over. */
    private static String publicHost(HttpServletRequest request) {
        int port = request.getServerPort();
        boolean usual = port == (request.isSecure() ? 443 : 80);
        return request.getServerName() + (usual ? "" : ":" + port);
    }
}
