package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.filter.OncePerRequestFilter;

/** Reads {@code Authorization: Bearer <api token>}. */
final class BearerFilter extends OncePerRequestFilter {

    private static final String SCHEME = "Bearer ";

    private final SignIn signIn;
    private final AuthenticationEntryPoint entryPoint;

    BearerFilter(SignIn signIn, AuthenticationEntryPoint entryPoint) {
        this.signIn = signIn;
        this.entryPoint = entryPoint;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            chain.doFilter(request, response);
            return;
        }
        try {
            SecurityContextHolder.setContext(new SecurityContextImpl(
                    signIn.withToken(header.substring(SCHEME.length()).strip())));
        } catch (AuthenticationException e) {
            entryPoint.commence(request, response, e);
            return;
        }
        chain.doFilter(request, response);
    }
}
