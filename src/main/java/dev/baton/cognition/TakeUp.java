package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** A task that was put aside goes on; what the user said is part of the conversation. */
@Component
class TakeUp implements ExecutionListener {

    private final CurrentMove current;

    TakeUp(CurrentMove current) {
        this.current = current;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Move move = current.of(execution.getProcessInstanceId());
        move.task().data().putNull("suspendedState").putNull("suspendReason");
        JsonNode said = move.payload().path("text");
        if (said.isTextual()) {
            Conversation.says(move, "user", said.textValue());
        }
    }
}
