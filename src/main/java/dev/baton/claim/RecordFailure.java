package dev.baton.claim;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/**
 * Records why an attempt failed. While {@code attemptsLeft}, which the diagram computes, it also raises the failure as
 * a BPMN error; the last failure is final and only recorded.
 */
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
        // Diagrams of earlier versions don't say it: there a gateway decides after the error.
        if (!Boolean.FALSE.equals(execution.getVariableLocal("attemptsLeft"))) {
            throw new BpmnError(FAILURE, error);
        }
    }
}
