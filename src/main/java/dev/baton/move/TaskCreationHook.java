package dev.baton.move;

import dev.baton.database.SqlWrites;
import dev.baton.ledger.Task;

/** Has a say when a task comes into being, through whichever door. */
public interface TaskCreationHook {

    /** Before the token starts: the last moment to refuse, and to tell what the diagram's first choice depends on. */
    void before(Task task, NewTask wish);

    /** The task is in the ledger. */
    void after(Task task, NewTask wish, SqlWrites to);
}
