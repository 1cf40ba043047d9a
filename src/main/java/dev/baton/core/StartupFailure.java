package dev.baton.core;

/** Something that the server can't start with; the message is all that a person has to know. */
public class StartupFailure extends RuntimeException {

    public StartupFailure(String message) {
        super(message);
    }
}
