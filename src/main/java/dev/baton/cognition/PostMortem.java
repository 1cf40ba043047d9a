package dev.baton.cognition;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** The whole context of a task that failed is kept for whoever wants to know why. */
@Component
class PostMortem implements MoveDelegate {

    private final Snapshots snapshots;

    PostMortem(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public void execute(Move move) {
        snapshots.take(move);
    }
}
