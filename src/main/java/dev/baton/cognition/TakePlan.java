package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Thinking has led to a plan: one more round of the loop begins. */
@Component
class TakePlan implements MoveDelegate {

    @Override
    public void execute(Move move) {
        ObjectNode context = move.task().data();
        context.set("plan", Plan.taken(move.payload().get("plan")));
        context.put("iteration", context.path("iteration").asInt() + 1);
        Conversation.goesOn(move);
    }
}
