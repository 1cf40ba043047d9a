package dev.baton.assignment;

import dev.baton.task.Move;
import dev.baton.task.MoveDelegate;
import org.springframework.stereotype.Component;

/** It is nobody's again. */
@Component
class Unassign implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Assignees.clear(move.task());
    }
}
