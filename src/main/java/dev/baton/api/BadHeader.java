package dev.baton.api;

/** A header that can't be used. */
final class BadHeader extends RuntimeException {

    BadHeader(String message) {
        super(message);
    }
}
