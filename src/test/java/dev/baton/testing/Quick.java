package dev.baton.testing;

import org.junit.jupiter.api.Assumptions;

/** The builds' profile {@code quick}: H2 only, no browser, no servers as processes of their own. */
public final class Quick {

    public static final boolean ON = Boolean.getBoolean("quick");

    private Quick() {}

    /** How often something is done, in a full build and in a quick one. */
    public static int times(int full, int quick) {
        return ON ? quick : full;
    }

    /** Skips the test that is running. */
    public static void leavesOut(String what) {
        Assumptions.assumeFalse(ON, "the profile quick leaves out " + what);
    }
}
