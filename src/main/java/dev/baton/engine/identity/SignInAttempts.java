package dev.baton.engine.identity;

import java.util.function.BooleanSupplier;

/** Limits the rate of wrong passwords. */
public interface SignInAttempts {

    /** @throws TooManyAttempts if this user's passwords can't be tried from the caller's address at the moment */
    void check(String user);

    /**
     * Checks a password and records the result. Attempts for the same user from the same address run one after the other.
     *
     * @param known whether there is such a user
     * @throws TooManyAttempts as for {@link #check}
     */
    boolean attempt(String user, boolean known, BooleanSupplier right);
}
