package dev.baton.edit;

import dev.baton.core.Actor;
import dev.baton.ledger.Task;

/** Called when a task was edited, in the same transaction. */
public interface TaskEditHook {

    void edited(Task task, Actor actor);
}
