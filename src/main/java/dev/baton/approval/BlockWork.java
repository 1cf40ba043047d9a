package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Blocks a task and records the reason; the cause is a user, the system or a decision. */
@Component
class BlockWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        JsonNode payload = move.payload();
        ApprovalRequests.withdrawIfOpen(move);
        String decision = payload.path("decision").asText(null);
        if (decision != null) {
            Blocks.put(move, decision, payload.path("decisionNote"));
        } else {
            boolean system = move.actor().isSystem();
            Blocks.put(move, system ? payload.path("cause").asText("system") : "manual", payload.path("reason"));
        }
    }
}
