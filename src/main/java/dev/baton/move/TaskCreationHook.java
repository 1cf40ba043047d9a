package dev.baton.move;

import dev.baton.database.SqlWrites;
import dev.baton.ledger.Task;

/** Called when a task is created, by any API, before the process instance starts and when the task is written. */
public interface TaskCreationHook {

    /** May refuse, and may set what the diagram's first conditions read. */
    void before(Task task, NewTask newTask);

    /** Adds statements that are executed after the task's own. */
    void after(Task task, NewTask newTask, SqlWrites to);
}
