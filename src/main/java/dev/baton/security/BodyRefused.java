package dev.baton.security;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;

/** The body of a request is not read any further: it is too large, or it takes too long to arrive. */
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

    /** For filters further in, which would answer to the cut-off body instead. */
    void mark(ServletRequest request) {
        request.setAttribute(BodyRefused.class.getName(), this);
    }

    /** Null when the body of the request was not refused. */
    static BodyRefused of(ServletRequest request) {
        return (BodyRefused) request.getAttribute(BodyRefused.class.getName());
    }

    /** Null when that is not why it failed. */
    public static BodyRefused in(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof BodyRefused refused) {
                return refused;
            }
        }
        return null;
    }
}
