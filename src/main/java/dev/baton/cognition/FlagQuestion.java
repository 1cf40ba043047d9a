package dev.baton.cognition;

import dev.baton.ledger.Flags;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Flags a task that was put aside with a question, so that people find it among those that wait for something else. */
@Component
class FlagQuestion implements MoveDelegate {

    @Override
    public void execute(Move move) {
        if (move.payload().hasNonNull("question")) {
            move.task().flags().add(Flags.QUESTION);
        }
    }
}
