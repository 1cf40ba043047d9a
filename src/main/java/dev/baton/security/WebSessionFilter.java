package dev.baton.security;

import dev.baton.engine.Accounts;
import dev.baton.engine.WebappSession;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * In front of Camunda's web applications, which would go on for minutes with what they knew of a user at the login: a
 * deleted user and one with a new password are signed out with the next request, and new groups hold from then on. The
 * allow list learns from it who is calling.
 */
final class WebSessionFilter extends OncePerRequestFilter {

    private final SignIn signIn;
    private final Accounts accounts;

    WebSessionFilter(SignIn signIn, Accounts accounts) {
        this.signIn = signIn;
        this.accounts = accounts;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        WebappSession.account(request, accounts)
                .map(signIn::withSession)
                .ifPresent(known -> SecurityContextHolder.setContext(new SecurityContextImpl(known)));
        chain.doFilter(request, response);
    }
}
