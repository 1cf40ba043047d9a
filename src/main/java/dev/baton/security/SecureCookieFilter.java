package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Adds {@code Secure} to cookies that are set over TLS. The container does that for the session cookie; the web applications
 * write their CSRF cookie as a header.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
final class SecureCookieFilter extends OncePerRequestFilter {

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.isSecure();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, new HttpServletResponseWrapper(response) {
            @Override
            public void addHeader(String name, String value) {
                super.addHeader(name, secure(name, value));
            }

            @Override
            public void setHeader(String name, String value) {
                super.setHeader(name, secure(name, value));
            }
        });
    }

    private static String secure(String name, String value) {
        boolean missing = HttpHeaders.SET_COOKIE.equalsIgnoreCase(name)
                && !value.toLowerCase(Locale.ROOT).matches(".*;\\s*secure\\s*(;.*)?");
        return missing ? value + "; Secure" : value;
    }
}
