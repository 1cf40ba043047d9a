package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Remembers where a task was and why it stopped there, and keeps its whole context as it is now. */
@Component
class PutAside implements MoveDelegate {

    private final Snapshots snapshots;

    PutAside(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode why = move.payload().path("reason");
        task.data().put("suspendedState", task.state());
        task.data().set("suspendReason", why.isMissingNode() ? move.payload().get("question") : why);
        Conversation.goesOn(move);
        snapshots.take(move);
    }
}
