package dev.baton.cognition;

import dev.baton.ledger.Flags;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Stores the last step's result as the final result, takes a snapshot, and flags the task for reflection. */
@Component
class Conclude implements MoveDelegate {

    private final Snapshots snapshots;

    Conclude(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public void execute(Move move) {
        move.task().data().set("finalResult", move.payload().get("result"));
        move.task().flags().add(Flags.REFLECTION_DUE);
        snapshots.take(move);
    }
}
