package dev.baton.assignment;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.List;
import org.springframework.stereotype.Component;

/** Assigns the task to the actor who claims it. */
@Component
class ClaimFromInbox implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Assignees.set(move.task(), List.of(move.actor().id()));
    }
}
