package dev.baton.assignment;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import dev.baton.task.OnTheWay;
import java.util.List;
import org.springframework.stereotype.Component;

/** Somebody takes it for themselves. */
@Component
class ClaimFromInbox extends OnTheWay {

    ClaimFromInbox(CurrentMove current) {
        super(current);
    }

    @Override
    protected void happens(Move move) {
        Assignees.set(move.task(), List.of(move.actor().id()));
    }
}
