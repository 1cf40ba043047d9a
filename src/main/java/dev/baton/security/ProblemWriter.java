package dev.baton.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.engine.TooManyAttempts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

/** Says no in {@code application/problem+json} where no controller is involved. */
@Component
class ProblemWriter implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final String FROM_A_PAGE = "X-Requested-With";

    private final ObjectMapper json;

    ProblemWriter(ObjectMapper json) {
        this.json = json;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (e.getCause() instanceof TooManyAttempts many) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(many.seconds()));
            write(response, HttpStatus.TOO_MANY_REQUESTS, many.getMessage());
            return;
        }
        if (request.getHeader(FROM_A_PAGE) != null) {
            withoutChallenge(request, response, e);
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Baton\", charset=\"UTF-8\"");
        write(response, HttpStatus.UNAUTHORIZED, "Sign in with HTTP Basic or an API token");
    }

    /** A challenge would make the browser ask for a password over pages that have a login of their own. */
    void withoutChallenge(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        write(response, HttpStatus.UNAUTHORIZED, "Sign in first");
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        if (e instanceof AuthorizationDeniedException denied
                && denied.getAuthorizationResult() instanceof EngineAccess.Closed) {
            // Camunda's web applications and Modeler show what they find as "message".
            write(response, HttpStatus.FORBIDDEN, EngineAccess.Closed.MESSAGE, EngineAccess.Closed.MESSAGE);
            return;
        }
        write(response, HttpStatus.FORBIDDEN, "This is not for your groups");
    }

    void write(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
        write(response, status, detail, null);
    }

    private void write(HttpServletResponse response, HttpStatus status, String detail, String message)
            throws IOException {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "about:blank");
        problem.put("title", status.getReasonPhrase());
        problem.put("status", status.value());
        problem.put("detail", detail);
        if (message != null) {
            problem.put("message", message);
        }
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(problem));
        response.flushBuffer();
    }
}
