package dev.baton.security;

import dev.baton.engine.identity.Accounts;
import dev.baton.engine.identity.WebappSession;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Accepts the web applications' session for the API, for Tasklist's forms. A browser sends the cookie also with requests that
 * another site caused, so writing requests need the session's CSRF token, too.
 */
final class ApiSessionFilter extends OncePerRequestFilter {

    private final SignIn signIn;
    private final Accounts accounts;
    private final ProblemWriter problems;

    ApiSessionFilter(SignIn signIn, Accounts accounts, ProblemWriter problems) {
        this.signIn = signIn;
        this.accounts = accounts;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getHeader(HttpHeaders.AUTHORIZATION) != null
                || !request.getRequestURI().startsWith("/api/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (WebappSession.exists(request)) {
            if (!SameSiteFilter.SAFE_METHODS.contains(request.getMethod()) && !WebappSession.hasToken(request)) {
                problems.write(response, HttpStatus.FORBIDDEN, "The session's X-XSRF-TOKEN is missing or wrong");
                return;
            }
            WebappSession.account(request, accounts)
                    .map(signIn::withSession)
                    .ifPresent(known -> SecurityContextHolder.setContext(new SecurityContextImpl(known)));
        }
        chain.doFilter(request, response);
    }
}
