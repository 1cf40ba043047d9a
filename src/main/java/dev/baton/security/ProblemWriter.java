package dev.baton.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.core.Refusal;
import dev.baton.engine.identity.TooManyAttempts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

/** Answers errors as {@code application/problem+json} outside of controllers. */
@Component
class ProblemWriter implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final String REQUESTED_WITH = "X-Requested-With";

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
        if (request.getHeader(REQUESTED_WITH) != null || isStreamOfPage(request)) {
            withoutChallenge(request, response, e);
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Baton\", charset=\"UTF-8\"");
        write(response, HttpStatus.UNAUTHORIZED, "Sign in with HTTP Basic or an API token");
    }

    /** A page can't set headers of its event stream. Browsers say what they fetch, but over plain HTTP to loopback only. */
    private static boolean isStreamOfPage(HttpServletRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null
                && accept.contains(MediaType.TEXT_EVENT_STREAM_VALUE)
                && (request.getHeader("Sec-Fetch-Dest") != null || request.getCookies() != null);
    }

    /** A WWW-Authenticate header would make the browser show its own prompt over the login page. */
    void withoutChallenge(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        write(response, HttpStatus.UNAUTHORIZED, "Sign in first");
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        if (e instanceof AuthorizationDeniedException denied
                && denied.getAuthorizationResult() instanceof EngineAccess.Closed) {
            // Camunda's web applications and Modeler show the field "message".
            ProblemDetail problem = problem(HttpStatus.FORBIDDEN, EngineAccess.Closed.MESSAGE);
            problem.setProperty("message", EngineAccess.Closed.MESSAGE);
            write(response, problem);
            return;
        }
        write(response, HttpStatus.FORBIDDEN, "This is not for your groups");
    }

    void write(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
        write(response, problem(status, detail));
    }

    private static ProblemDetail problem(HttpStatus status, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(status.getReasonPhrase());
        problem.setProperty("success", false);
        problem.setProperty("errors", List.of(new Refusal.Fault(null, detail)));
        return problem;
    }

    private void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(problem));
        response.flushBuffer();
    }
}
