package dev.baton.security;

import dev.baton.engine.PageSession;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/** Tells the allow list who has signed in to the web applications, with the groups that they have now. */
final class WebappSessionFilter extends OncePerRequestFilter {

    private final SignIn signIn;

    WebappSessionFilter(SignIn signIn) {
        this.signIn = signIn;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().startsWith("/camunda/api");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        PageSession.user(request)
                .flatMap(signIn::withSession)
                .ifPresent(known -> SecurityContextHolder.setContext(new SecurityContextImpl(known)));
        chain.doFilter(request, response);
    }
}
