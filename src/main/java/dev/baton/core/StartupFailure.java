package dev.baton.core;

/** The server can't start; the message says what to correct. */
public class StartupFailure extends RuntimeException {

    public StartupFailure(String message) {
        super(message);
    }

    /** Checks the value of a setting; null stands for an empty value. */
    public static void checkSetting(boolean valid, String name, Object value, String expected) {
        if (!valid) {
            throw new StartupFailure("The setting " + name + " can't be '" + (value == null ? "" : value)
                    + "'; it has to be " + expected + ".");
        }
    }
}
