package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.CurrentMove;
import dev.baton.task.Json;
import dev.baton.task.Move;
import dev.baton.task.OnTheWay;
import org.springframework.stereotype.Component;

/** A person gives the work up and says why. */
@Component
class CancelWork extends OnTheWay {

    CancelWork(CurrentMove current) {
        super(current);
    }

    @Override
    protected void happens(Move move) {
        JsonNode payload = move.payload();
        Requests.withdrawIfOpen(move);
        ObjectNode cancellation =
                Json.object().put("by", move.actor().id()).put("at", move.now().toString());
        cancellation.set("reason", payload.has("decision") ? payload.path("decisionNote") : payload.path("reason"));
        move.task().data().set("cancellation", cancellation);
    }
}
