package dev.baton.security;

import dev.baton.engine.Accounts;
import dev.baton.engine.WebappSession;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * In front of Camunda's web applications, which would go on for minutes with what they knew of a user at the login: a
 * deleted user and one with a new password are signed out with the next request, and new groups hold from then on.
 */
final class WebSessionFilter extends OncePerRequestFilter {

    private final Accounts accounts;

    WebSessionFilter(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        WebappSession.account(request, accounts);
        chain.doFilter(request, response);
    }
}
