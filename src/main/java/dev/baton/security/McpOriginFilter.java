package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests of browsers at /mcp, as the protocol demands. To compare Origin with Host is not enough: with DNS
 * rebinding another site's name leads to this server, and both headers hold that name. So only listed origins and the
 * server's own loopback addresses are accepted. Programs send no Origin.
 */
final class McpOriginFilter extends OncePerRequestFilter {

    static final String PATH = "/mcp";

    private static final Pattern LOOPBACK = Pattern.compile("https?://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

    private final List<String> origins;
    private final ProblemWriter problems;

    McpOriginFilter(McpSettings settings, ProblemWriter problems) {
        this.origins = settings.origins();
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().equals(PATH);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null || origins.contains(origin) || isOwnLoopback(origin, request.getHeader(HttpHeaders.HOST))) {
            chain.doFilter(request, response);
        } else {
            problems.write(
                    response,
                    HttpStatus.FORBIDDEN,
                    "Requests from other sites are refused; baton.mcp.origins allows some");
        }
    }

    private static boolean isOwnLoopback(String origin, String host) {
        return LOOPBACK.matcher(origin).matches() && origin.endsWith("://" + host);
    }
}
