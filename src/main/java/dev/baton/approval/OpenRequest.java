package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Somebody, or the system, asks people for an approval. */
@Component
class OpenRequest implements MoveDelegate {

    @Override
    public void execute(Move move) {
        JsonNode payload = move.payload();
        boolean system = move.actor().isSystem();
        ObjectNode what = Json.object();
        what.put("reason", reason(move));
        what.put("risk", payload.path("risk").asText("YELLOW"));
        what.put("cause", system ? payload.path("cause").asText("escalation") : "escalation");
        what.put(
                "requestedBy",
                system
                        ? payload.path("requestedBy").asText("system")
                        : move.actor().id());
        if (system && payload.has("action")) {
            what.set("action", payload.get("action"));
        }
        Requests.open(move, what, move.task().state(), 0);
        Comments.add(move, "approval-requested", what.get("reason"));
    }

    /** Whoever unblocks a task into an approval gives a clarification, or leaves it at the reason of the block. */
    private static String reason(Move move) {
        JsonNode payload = move.payload();
        String blocked = move.task().data().path(Blocks.NAME).path("reason").asText();
        return payload.path("reason").asText(payload.path("clarification").asText(blocked));
    }
}
