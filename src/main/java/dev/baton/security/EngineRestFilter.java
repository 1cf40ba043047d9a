package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.CommandFailure;
import dev.baton.engine.EnginePlugin;
import dev.baton.engine.Identities;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * In front of Camunda's own REST: tells the engine who is calling, bounds what is listed, and turns the 500 that it
 * answers to a caller's mistake into the 4xx that it is.
 */
class EngineRestFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(EngineRestFilter.class);
    private static final int LONGEST_REASON = 300;

    private final Identities identities;

    EngineRestFilter(Identities identities) {
        this.identities = identities;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        Actor actor = caller != null && caller.getPrincipal() instanceof Actor known ? known : null;
        CommandFailure.forget();
        if (actor != null) {
            identities.actAs(actor);
        }
        try {
            Honest honest = new Honest(request, response);
            chain.doFilter(new Bounded(request), honest);
            honest.finish();
            log(request, honest.getStatus(), actor);
        } finally {
            if (actor != null) {
                identities.actAsNobody();
            }
            CommandFailure.forget();
        }
    }

    /**
     * One line for a refusal; a fault of the server with its stack trace. Camunda's own log of both is off. Visitors who
     * have not signed in get no line: the login page asks who they are, and is told that nobody knows.
     */
    private static void log(HttpServletRequest request, int status, Actor caller) {
        RuntimeException failure = CommandFailure.failure();
        if (status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
            LOG.error("{} {} failed for a reason of ours", request.getMethod(), request.getRequestURI(), failure);
        } else if (status >= HttpServletResponse.SC_BAD_REQUEST && caller != null && !CommandFailure.logged()) {
            LOG.info(
                    "Refused {} {} for {} with {}: {}",
                    request.getMethod(),
                    request.getRequestURI(),
                    caller.id(),
                    status,
                    reason(failure));
        }
    }

    private static String reason(RuntimeException failure) {
        if (failure == null) {
            return "the request can't be understood, or what it names is not there";
        }
        String own = CommandFailure.read().message();
        String message =
                own != null ? own : String.valueOf(failure.getMessage()).replaceAll("\\p{Cntrl}+", " ");
        return message.length() > LONGEST_REASON ? message.substring(0, LONGEST_REASON) + "…" : message;
    }

    /** The engine takes no query without a bound from a caller; one that names none gets the largest. */
    private static final class Bounded extends HttpServletRequestWrapper {

        Bounded(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getQueryString() {
            String query = super.getQueryString();
            String bound = "maxResults=" + EnginePlugin.MAX_RESULTS;
            return query == null ? bound : query.contains("maxResults=") ? query : query + "&" + bound;
        }
    }

    /** Where Camunda's REST says 500, says what is the matter, without the insides of the server. */
    private static final class Honest extends HttpServletResponseWrapper {

        private final HttpServletRequest request;
        private String message;

        Honest(HttpServletRequest request, HttpServletResponse response) {
            super(response);
            this.request = request;
        }

        @Override
        public void setStatus(int status) {
            BodyRefused refused = BodyRefused.of(request);
            if (refused != null) {
                super.setStatus(refused.status().value());
                message = refused.getMessage();
            } else if (status == SC_INTERNAL_SERVER_ERROR || status == SC_BAD_REQUEST && byTheParser()) {
                CommandFailure.Note note = CommandFailure.read();
                super.setStatus(note.status());
                message = note.message();
            } else {
                super.setStatus(status);
            }
        }

        /** Whether Camunda or the parser answers to a body of the wrong shape is chance; the parser names classes. */
        private boolean byTheParser() {
            return getContentType() != null && getContentType().startsWith(MediaType.TEXT_PLAIN_VALUE);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            return message == null ? super.getOutputStream() : new Nowhere();
        }

        @Override
        public void flushBuffer() throws IOException {
            if (message == null) {
                super.flushBuffer();
            }
        }

        void finish() throws IOException {
            if (message != null && !isCommitted() && BodyRefused.of(request) == null) {
                setContentType(MediaType.APPLICATION_JSON_VALUE);
                String body = "{\"type\":\"RestException\",\"message\":\"" + message + "\",\"code\":null}";
                setContentLength(body.length());
                super.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private static final class Nowhere extends ServletOutputStream {

        @Override
        public void write(int b) {
            // the text is replaced
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("errors are written at once");
        }
    }
}
