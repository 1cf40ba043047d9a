package dev.baton.security;

import dev.baton.engine.Actor;
import dev.baton.engine.EngineSettings;
import dev.baton.engine.FaultNote;
import dev.baton.engine.Identities;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * In front of Camunda's own REST: tells the engine who is calling, bounds what is listed, and turns the 500 that it answers to a caller's
 * mistake into the 4xx that it is.
 */
class EngineDoorFilter extends OncePerRequestFilter {

    private final Identities identities;

    EngineDoorFilter(Identities identities) {
        this.identities = identities;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        boolean signedIn = caller != null && caller.getPrincipal() instanceof Actor;
        FaultNote.forget();
        if (signedIn) {
            identities.actAs((Actor) caller.getPrincipal());
        }
        try {
            chain.doFilter(new Bounded(request), new HonestStatus(response));
        } finally {
            if (signedIn) {
                identities.actAsNobody();
            }
            FaultNote.forget();
        }
    }

    /** The engine takes no query without a bound from a caller; one that names none gets the largest. */
    private static final class Bounded extends HttpServletRequestWrapper {

        Bounded(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getQueryString() {
            String query = super.getQueryString();
            String bound = "maxResults=" + EngineSettings.MAX_RESULTS;
            return query == null ? bound : query.contains("maxResults=") ? query : query + "&" + bound;
        }
    }

    private static final class HonestStatus extends HttpServletResponseWrapper {

        HonestStatus(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setStatus(int status) {
            super.setStatus(status == SC_INTERNAL_SERVER_ERROR && FaultNote.status() != null ? FaultNote.status() : status);
        }
    }
}
