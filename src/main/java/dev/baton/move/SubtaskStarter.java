package dev.baton.move;

import dev.baton.lifecycle.State.Subtasks;

/** Creates the children of a task that has entered a call activity, in the transaction of the move. */
public interface SubtaskStarter {

    void start(Move parent, Subtasks subtasks);
}
