package dev.baton.api;

/** There is no such webhook or delivery. */
final class NoSuchWebhook extends RuntimeException {

    NoSuchWebhook(String what) {
        super("There is no " + what);
    }
}
