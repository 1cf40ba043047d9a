package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Records who cancelled a task and why, and withdraws an open approval request. */
@Component
class CancelWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        JsonNode payload = move.payload();
        ApprovalRequests.withdrawIfOpen(move);
        ObjectNode cancellation =
                Json.object().put("by", move.actor().id()).put("at", move.now().toString());
        cancellation.set("reason", payload.has("decision") ? payload.path("decisionNote") : payload.path("reason"));
        move.task().data().set("cancellation", cancellation);
    }
}
