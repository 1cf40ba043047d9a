package dev.baton.security;

import java.io.IOException;

/** A body that is larger than the server takes. */
public final class TooLarge extends IOException {

    public static final String MESSAGE = "The request's body is too large; baton.limits.request is the limit";

    TooLarge() {
        super(MESSAGE);
    }

    public static boolean in(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof TooLarge) {
                return true;
            }
        }
        return false;
    }
}
