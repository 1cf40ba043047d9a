package dev.baton.lifecycle;

import java.util.Set;

/** What expressions read as {@code ${task.<name>}} and is not in the task's data. */
public final class TaskFields {

    private static final String ATTEMPTS = "attempts";

    /** All of them but attempts, which is the only one that diagrams can count. */
    static final Set<String> NOT_COUNTABLE = Set.of(
            "id",
            "lifecycle",
            "state",
            "title",
            "priority",
            "assignee",
            "maxAttempts",
            "leaseExpiresAt",
            "data",
            "unmetBlockers");

    private TaskFields() {}

    public static boolean contains(String name) {
        return name.equals(ATTEMPTS) || NOT_COUNTABLE.contains(name);
    }
}
