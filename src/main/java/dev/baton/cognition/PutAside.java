package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Suspends a task: stores its state and the reason, and takes a snapshot of its context. */
@Component
class PutAside implements MoveDelegate {

    private final Snapshots snapshots;

    PutAside(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode reason = move.payload().path("reason");
        task.data().put("suspendedState", task.state());
        task.data().set("suspendReason", reason.isMissingNode() ? move.payload().get("question") : reason);
        Conversation.appendMessages(move);
        snapshots.take(move);
    }
}
