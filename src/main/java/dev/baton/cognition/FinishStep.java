package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Marks the plan's current step as completed and records the action, whether it succeeded or failed. */
@Component
class FinishStep implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Optional<ObjectNode> step = Plan.in(move.task().data()).currentStep();
        move.record(TaskContext.ACTIONS, action(move, step));
        step.ifPresent(done -> done.put("completed", true));
        Conversation.appendMessages(move);
    }

    private static ObjectNode action(Move move, Optional<ObjectNode> step) {
        ObjectNode action = Json.object();
        action.set("stepIndex", step.map(s -> s.get("index")).orElse(null));
        action.set("actionType", step.map(s -> s.get("actionType")).orElse(null));
        action.set("actionInput", step.map(s -> s.get("actionParams")).orElse(null));
        action.put("iteration", move.task().data().path("iteration").asInt());
        action.put("event", move.trigger());
        action.put("eventId", move.eventId());
        action.put("success", !move.payload().hasNonNull("error"));
        action.set("result", move.payload().get("result"));
        action.set("error", move.payload().get("error"));
        return action;
    }
}
