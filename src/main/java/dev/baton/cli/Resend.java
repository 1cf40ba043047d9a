package dev.baton.cli;

import dev.baton.cli.client.ServerAway;
import java.util.function.Supplier;

/** Sends a request a second time when the first answer was lost. The request carries an idempotency key, so it is done once. */
final class Resend {

    private Resend() {}

    static <T> T once(Supplier<T> request) {
        try {
            return request.get();
        } catch (ServerAway away) {
            return request.get();
        }
    }
}
