package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Stores the plan and increments the iteration. */
@Component
class TakePlan implements MoveDelegate {

    @Override
    public void execute(Move move) {
        ObjectNode context = move.task().data();
        context.set("plan", Plan.normalized(move.payload().get("plan")));
        context.put("iteration", context.path("iteration").asInt() + 1);
        Conversation.appendMessages(move);
    }
}
