package dev.baton.api;

/** What a value has to be like, for callers, in place of regular expressions. */
final class ConstraintMessages {

    static final String TASK_ID =
            "it has 1 to 128 characters: letters, digits and . _ : @ -, and begins with a letter or a digit";
    static final String VIEW_NAME =
            "it has 1 to 80 characters, not only spaces, and no slashes, backslashes, %, ; or control characters";
    static final String OUTCOME = "it is ok or failed";
    static final String RISK = "it is GREEN, YELLOW or RED";

    private ConstraintMessages() {}
}
