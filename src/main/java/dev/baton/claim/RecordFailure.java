package dev.baton.claim;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** Keeps what went wrong and throws it on as an error: the diagram decides what follows. */
@Component
class RecordFailure implements JavaDelegate {

    private static final String FAILURE = "failure";

    private final CurrentMove current;

    RecordFailure(CurrentMove current) {
        this.current = current;
    }

    @Override
    public void execute(DelegateExecution execution) {
        Move move = current.of(execution.getProcessInstanceId());
        String error = move.payload()
                .path("error")
                .asText(move.payload().path("reason").asText());
        move.task().data().put("lastError", error);
        throw new BpmnError(FAILURE, error);
    }
}
