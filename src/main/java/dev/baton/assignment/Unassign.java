package dev.baton.assignment;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import dev.baton.task.OnTheWay;
import org.springframework.stereotype.Component;

/** It is nobody's again. */
@Component
class Unassign extends OnTheWay {

    Unassign(CurrentMove current) {
        super(current);
    }

    @Override
    protected void happens(Move move) {
        Assignees.clear(move.task());
    }
}
