package dev.baton.assignment;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Assigns the task to the users named in the payload. */
@Component
class Assign implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Assignees.change(move.task(), move.payload().path(Assignees.NAME));
    }
}
