package dev.baton.review;

import dev.baton.ledger.Task;
import java.util.stream.StreamSupport;

/** Everybody who has worked on a task in any round, kept in its data. */
final class Workers {

    static final String FIELD = "workers";

    private Workers() {}

    static void note(Task task, String person) {
        if (person != null && !noted(task, person)) {
            task.data().withArray(FIELD).add(person);
        }
    }

    /** The present assignee counts too, who is noted only when the work is completed or blocked. */
    static boolean include(Task task, String person) {
        return person.equals(task.assignee()) || noted(task, person);
    }

    private static boolean noted(Task task, String person) {
        return StreamSupport.stream(task.data().path(FIELD).spliterator(), false)
                .anyMatch(id -> person.equals(id.textValue()));
    }
}
