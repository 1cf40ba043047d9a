package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Counts a return from review and keeps the feedback; the diagram decides where the task goes. */
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
