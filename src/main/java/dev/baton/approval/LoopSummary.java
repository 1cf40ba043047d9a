package dev.baton.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Blocks a task that was returned too often, with the feedback of all its reviews in {@code loopSummary}. */
@Component
class LoopSummary implements MoveDelegate {

    @Override
    public void execute(Move move) {
        ObjectNode data = move.task().data();
        int cycles = data.path(Blocks.CYCLES).intValue();
        ObjectNode summary = Json.object().put("cycles", cycles);
        summary.set("feedback", data.withArray(Blocks.FEEDBACK).deepCopy());
        data.set(Blocks.LOOP, summary);
        Blocks.put(move, "loop", Json.node("Returned " + cycles + " times; loopSummary has the feedback"));
    }
}
