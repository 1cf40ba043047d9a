package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** Thinking has led to a plan: one more round of the loop begins. */
@Component
class TakePlan implements ExecutionListener {

    private final CurrentMove current;

    TakePlan(CurrentMove current) {
        this.current = current;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Move move = current.of(execution.getProcessInstanceId());
        ObjectNode context = move.task().data();
        context.set("plan", Plan.taken(move.payload().get("plan")));
        context.put("iteration", context.path("iteration").asInt() + 1);
        Conversation.goesOn(move);
    }
}
