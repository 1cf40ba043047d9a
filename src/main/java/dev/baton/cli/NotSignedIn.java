package dev.baton.cli;

/** There is no token for the server. */
final class NotSignedIn extends RuntimeException {

    NotSignedIn(String message) {
        super(message);
    }
}
