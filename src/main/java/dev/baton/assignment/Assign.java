package dev.baton.assignment;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Somebody is told to do it. */
@Component
class Assign implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Assignees.change(move.task(), move.payload().path(Assignees.NAME));
    }
}
