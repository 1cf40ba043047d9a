package dev.baton.review;

import dev.baton.ledger.Task;

/** The number of the task's review round, kept in its data. */
final class Round {

    static final String FIELD = "round";

    private Round() {}

    static int of(Task task) {
        return task.data().path(FIELD).asInt();
    }
}
