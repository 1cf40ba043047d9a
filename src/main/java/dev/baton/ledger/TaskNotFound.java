package dev.baton.ledger;

/** There is no task with the requested id. */
public final class TaskNotFound extends RuntimeException {

    public TaskNotFound(String id) {
        super("There is no task '" + id + "'");
    }
}
