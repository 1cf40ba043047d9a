package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.Json;
import java.math.BigDecimal;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** Keeps what went wrong and what it has cost, and throws it on as an error: the diagram decides what follows. */
@Component
class RecordPhaseFailure implements JavaDelegate {

    private final Runs runs;

    RecordPhaseFailure(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void execute(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        Checkpoint checkpoint = run.checkpoint();
        String error = run.payload().get("error").textValue();
        BigDecimal cost = Usd.of(run.payload().get("costUsd"));
        ObjectNode failure = run.attempt().put("strategy", checkpoint.strategy());
        run.move().record("failures", failure.put("error", error).put("costUsd", cost));
        checkpoint.spend(cost);
        checkpoint.fail(error, cost);
        checkpoint.feedback(Json.object().put("error", error));
        throw new BpmnError(checkpoint.overBudget() ? "over-budget" : "phase-failed", error);
    }
}
