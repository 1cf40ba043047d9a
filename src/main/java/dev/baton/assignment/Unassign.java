package dev.baton.assignment;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Removes all assignees of the task. */
@Component
class Unassign implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Assignees.clear(move.task());
    }
}
