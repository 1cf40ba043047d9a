package dev.baton.cli.client;

import java.time.Duration;

/** The server can't be reached, or can't answer now. Trying again later can help. */
public final class ServerAway extends RuntimeException {

    private final transient Duration retryAfter;

    ServerAway(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    /** How long the server asks to wait; zero if it does not say. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
