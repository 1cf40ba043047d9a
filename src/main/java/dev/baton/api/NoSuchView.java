package dev.baton.api;

/** The caller has saved no view with that name. */
final class NoSuchView extends RuntimeException {

    NoSuchView(String name) {
        super("You have no view '" + name + "'");
    }
}
