package dev.baton.cognition;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** The last step's result is the task's; the whole context is kept, and somebody should reflect on it. */
@Component
class Conclude implements MoveDelegate {

    private final Snapshots snapshots;

    Conclude(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public void execute(Move move) {
        move.task().data().set("finalResult", move.payload().get("result"));
        move.task().flags().add(KeepReflection.DUE);
        snapshots.take(move);
    }
}
