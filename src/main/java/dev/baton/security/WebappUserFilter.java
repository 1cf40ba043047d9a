package dev.baton.security;

import dev.baton.engine.identity.Accounts;
import dev.baton.engine.identity.WebappSession;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Checks the session's user with every request to Camunda's web applications, which cache users for minutes: a deleted user,
 * or one with a new password, is signed out, and new groups take effect. The allow list needs the user, too.
 */
final class WebappUserFilter extends OncePerRequestFilter {

    private final SignIn signIn;
    private final Accounts accounts;

    WebappUserFilter(SignIn signIn, Accounts accounts) {
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
