package dev.baton.security;

import jakarta.servlet.ServletRequest;
import java.io.IOException;

/** A body that is larger than the server takes. */
public final class RequestTooLarge extends IOException {

    public static final String MESSAGE = "The request's body is too large; baton.limits.request is the limit";

    RequestTooLarge() {
        super(MESSAGE);
    }

    /** For filters further in, which would answer to the cut-off body instead. */
    static void mark(ServletRequest request) {
        request.setAttribute(RequestTooLarge.class.getName(), true);
    }

    static boolean was(ServletRequest request) {
        return request.getAttribute(RequestTooLarge.class.getName()) != null;
    }

    public static boolean in(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof RequestTooLarge) {
                return true;
            }
        }
        return false;
    }
}
