package dev.baton.cli.client;

/** Something on the caller's side has to be corrected: an argument, a file, a setting. */
public final class UsageProblem extends RuntimeException {

    public UsageProblem(String message) {
        super(message);
    }
}
