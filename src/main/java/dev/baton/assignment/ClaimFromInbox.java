package dev.baton.assignment;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.List;
import org.springframework.stereotype.Component;

/** Somebody takes it for themselves. */
@Component
class ClaimFromInbox implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Assignees.set(move.task(), List.of(move.actor().id()));
    }
}
