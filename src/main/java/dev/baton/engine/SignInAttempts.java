package dev.baton.engine;

import java.util.function.BooleanSupplier;

/** Limits how often passwords can be tried. */
public interface SignInAttempts {

    /** @throws TooManyAttempts if this user's passwords can't be tried from the caller's address at the moment */
    void check(String user);

    /**
     * Tries a password and remembers what came of it. Attempts for the same user from the same address wait for one another.
     *
     * @param known whether there is such a user
     * @throws TooManyAttempts as for {@link #check}
     */
    boolean attempt(String user, boolean known, BooleanSupplier right);
}
