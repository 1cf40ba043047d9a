package dev.baton.assignment;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import dev.baton.task.OnTheWay;
import org.springframework.stereotype.Component;

/** Somebody is told to do it. */
@Component
class Assign extends OnTheWay {

    Assign(CurrentMove current) {
        super(current);
    }

    @Override
    protected void happens(Move move) {
        Assignees.change(move.task(), move.payload().path(Assignees.NAME));
    }
}
