package dev.baton.pipeline;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** Has the phase run again on a stronger model, or on the strongest once more while there are retries left. */
@Component
class RaiseTier implements JavaDelegate {

    private final Runs runs;

    RaiseTier(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void execute(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        Checkpoint checkpoint = run.checkpoint();
        if (!checkpoint.atTopTier()) {
            checkpoint.raiseTier();
        } else if (checkpoint.retries().usedUp(checkpoint.failures())) {
            throw new BpmnError("top-tier-used-up");
        }
        checkpoint.tryAgain();
    }
}
