package dev.baton.webhook;

import dev.baton.ledger.Task;
import java.time.Instant;
import java.util.Locale;

/**
 * What people are told about a task.
 *
 * @param since for {@code WAITS}, when the task entered its state; for {@code OVERDUE}, when that was noticed
 */
record Notice(Kind kind, Task task, Instant since) {

    enum Kind {
        /** The task has entered a state in which it waits for people. */
        WAITS,
        /** Its time is up. */
        OVERDUE;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
