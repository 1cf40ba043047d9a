package dev.baton.pipeline;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Appends to the records {@code checkpoints} whenever a state is entered, also one that is left at once. */
@Component
class SaveCheckpoint implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Checkpoint checkpoint = Checkpoint.of(move.task());
        move.record("checkpoints", Summaries.progress(checkpoint, move.task().state(), move.now()));
    }
}
