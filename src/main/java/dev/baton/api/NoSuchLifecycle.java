package dev.baton.api;

/** There is no lifecycle of that key, or no such version of it. */
final class NoSuchLifecycle extends RuntimeException {

    NoSuchLifecycle(String message) {
        super(message);
    }
}
