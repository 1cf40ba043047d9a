package dev.baton.api;

/** There is no lifecycle with that key. */
final class NoSuchLifecycle extends RuntimeException {

    NoSuchLifecycle(String message) {
        super(message);
    }
}
