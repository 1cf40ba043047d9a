package dev.baton.cognition;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Takes a snapshot of a failed task's context for later analysis. */
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
