package dev.baton.review;

import dev.baton.ledger.Task;

/** Every time that a task comes to be reviewed is a round of its own. */
final class Round {

    static final String FIELD = "round";

    private Round() {}

    static int of(Task task) {
        return task.data().path(FIELD).asInt();
    }
}
