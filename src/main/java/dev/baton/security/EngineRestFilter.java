package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.QueryLimit;
import dev.baton.engine.failure.CommandFailure;
import dev.baton.engine.identity.Identities;
import dev.baton.json.Json;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
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
 * Runs in front of Camunda's REST: sets the engine's authentication, limits the results of queries, and replaces the 500
 * that Camunda answers to a caller's mistake by the right 4xx.
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
        CommandFailure.clear(request); // sign-in succeeds even if rehashing the password fails
        if (actor != null) {
            identities.setActor(actor);
        }
        try {
            TranslatedResponse translated = new TranslatedResponse(request, response);
            chain.doFilter(new BoundedQuery(request), translated);
            translated.finish();
            log(request, translated.getStatus(), actor);
        } finally {
            if (actor != null) {
                identities.clearActor();
            }
        }
    }

    /**
     * Logs a refusal in one line and a server error with its stack trace; Camunda's own log of both is off. Anonymous
     * requests are not logged, because the login page sends some as a matter of course.
     */
    private static void log(HttpServletRequest request, int status, Actor caller) {
        CommandFailure failure = CommandFailure.of(request);
        if (status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
            LOG.error(
                    "{} {} failed with an error of the server",
                    request.getMethod(),
                    request.getRequestURI(),
                    failure.cause());
        } else if (status >= HttpServletResponse.SC_BAD_REQUEST && caller != null && !failure.logged()) {
            LOG.info(
                    "Refused {} {} for {} with {}: {}",
                    request.getMethod(),
                    request.getRequestURI(),
                    caller.id(),
                    status,
                    reason(failure, status));
        }
    }

    /** Camunda answers some failures itself, such as a diagram that can't be deployed; these have the engine's own message. */
    private static String reason(CommandFailure failure, int status) {
        if (failure.cause() == null) {
            return "the request can't be understood, or nothing has the id that it names";
        }
        String answered = failure.answer().status() == status ? failure.answer().message() : null;
        String message = answered != null
                ? answered
                : String.valueOf(failure.cause().getMessage()).replaceAll("\\p{Cntrl}+", " ");
        return message.length() > LONGEST_REASON ? message.substring(0, LONGEST_REASON) + "…" : message;
    }

    /** Adds a maxResults to queries without one, because the engine refuses unbounded queries of callers. */
    private static final class BoundedQuery extends HttpServletRequestWrapper {

        BoundedQuery(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getQueryString() {
            String query = super.getQueryString();
            String bound = "maxResults=" + QueryLimit.MAX_RESULTS;
            return query == null ? bound : query.contains("maxResults=") ? query : query + "&" + bound;
        }
    }

    /** An error as Camunda's REST answers it; the web applications and the Modeler show its message. */
    private record CamundaError(String type, String message, Integer code) {}

    /** Replaces Camunda's answer to an error by status and message of {@link CommandFailure}, without class names. */
    private static final class TranslatedResponse extends HttpServletResponseWrapper {

        private final HttpServletRequest request;
        private String message;

        TranslatedResponse(HttpServletRequest request, HttpServletResponse response) {
            super(response);
            this.request = request;
        }

        @Override
        public void setStatus(int status) {
            BodyRefused refused = BodyRefused.of(request);
            if (refused != null) {
                super.setStatus(refused.status().value());
                message = refused.getMessage();
            } else if (status == SC_INTERNAL_SERVER_ERROR || status == SC_BAD_REQUEST && isParserError()) {
                CommandFailure.Answer answer = CommandFailure.of(request).answer();
                super.setStatus(answer.status());
                message = answer.message();
            } else {
                super.setStatus(status);
            }
        }

        /** The JSON parser answers some bodies before Camunda does, as plain text with class names. */
        private boolean isParserError() {
            return getContentType() != null && getContentType().startsWith(MediaType.TEXT_PLAIN_VALUE);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            return message == null ? super.getOutputStream() : new DiscardedOutput();
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
                byte[] body = Json.text(new CamundaError("RestException", message, null))
                        .getBytes(StandardCharsets.UTF_8);
                setContentLength(body.length);
                super.getOutputStream().write(body);
            }
        }
    }
}
