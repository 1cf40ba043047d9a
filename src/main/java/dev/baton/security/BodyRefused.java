package dev.baton.security;

import dev.baton.core.Causes;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;

/** Thrown when a body is too large or arrives too slowly; the rest of it is not read. */
public final class BodyRefused extends IOException {

    private final HttpStatus status;

    private BodyRefused(HttpStatus status, String message) {
        super(message);
        this.status = status;
    }

    static BodyRefused tooLarge() {
        return new BodyRefused(
                HttpStatus.PAYLOAD_TOO_LARGE, "The request's body is too large; baton.limits.request is the limit");
    }

    static BodyRefused tooSlow() {
        return new BodyRefused(
                HttpStatus.REQUEST_TIMEOUT,
                "The request's body did not arrive in time; baton.limits.request-time is the limit");
    }

    static BodyRefused tooMany() {
        return new BodyRefused(
                HttpStatus.SERVICE_UNAVAILABLE,
                "Too many requests are arriving slowly at this moment: try again later");
    }

    public HttpStatus status() {
        return status;
    }

    /** Keeps the reason with the request: code behind the filter may answer with an error of its own. */
    void mark(ServletRequest request) {
        request.setAttribute(BodyRefused.class.getName(), this);
    }

    /** Null if the body was not refused. */
    static BodyRefused of(ServletRequest request) {
        return (BodyRefused) request.getAttribute(BodyRefused.class.getName());
    }

    /** Null if the failure has another cause. */
    public static BodyRefused in(Throwable failure) {
        return (BodyRefused) Causes.of(failure)
                .filter(BodyRefused.class::isInstance)
                .findFirst()
                .orElse(null);
    }
}
