package dev.baton.api;

/** There is no API token with that id. */
final class NoSuchToken extends RuntimeException {

    NoSuchToken(String id) {
        super("There is no token '" + id + "'");
    }
}
