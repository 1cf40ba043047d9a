package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Opens an approval request, made by a user or by the system. */
@Component
class OpenRequest implements MoveDelegate {

    @Override
    public void execute(Move move) {
        JsonNode payload = move.payload();
        boolean system = move.actor().isSystem();
        ObjectNode details = Json.object();
        details.put("reason", reason(move));
        details.put("risk", payload.path("risk").asText("YELLOW"));
        details.put("cause", system ? payload.path("cause").asText("escalation") : "escalation");
        details.put(
                "requestedBy",
                system
                        ? payload.path("requestedBy").asText("system")
                        : move.actor().id());
        if (system && payload.has("action")) {
            details.set("action", payload.get("action"));
        }
        ApprovalRequests.open(move, details, move.task().state(), 0);
        Comments.add(move, "approval-requested", details.get("reason"));
    }

    /** A request made by unblocking has no reason of its own: uses the clarification or the reason of the block. */
    private static String reason(Move move) {
        JsonNode payload = move.payload();
        String blockReason = move.task().data().path(Blocks.NAME).path("reason").asText();
        return payload.path("reason").asText(payload.path("clarification").asText(blockReason));
    }
}
