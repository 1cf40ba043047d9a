package dev.baton.api;

/** A request header has an invalid value. */
final class BadHeader extends RuntimeException {

    BadHeader(String message) {
        super(message);
    }
}
