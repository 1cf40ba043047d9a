package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** A reviewer wants changes: the return is counted and the feedback kept. Where it leads is the diagram's business. */
@Component
class ReturnWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        ObjectNode data = move.task().data();
        JsonNode feedback = move.payload().path("feedback");
        data.put(Blocks.CYCLES, data.path(Blocks.CYCLES).intValue() + 1);
        data.withArray(Blocks.FEEDBACK)
                .add(Json.object()
                        .put("by", move.actor().id())
                        .put("at", move.now().toString())
                        .set("feedback", feedback));
        Comments.add(move, "changes-requested", feedback);
    }
}
