package dev.baton.cognition;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Keeps the last messages of a failed task and a snapshot of its context for later analysis. */
@Component
class PostMortem implements MoveDelegate {

    private final Snapshots snapshots;

    PostMortem(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public void execute(Move move) {
        Conversation.appendMessages(move);
        snapshots.take(move);
    }
}
