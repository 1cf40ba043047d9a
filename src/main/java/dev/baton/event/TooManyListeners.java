package dev.baton.event;

/** This server has as many listeners as its settings allow. */
public final class TooManyListeners extends RuntimeException {

    TooManyListeners(int most) {
        super("This server has " + most + " listeners already (baton.events.listeners): try again later,"
                + " or read pages with Accept: application/json");
    }
}
