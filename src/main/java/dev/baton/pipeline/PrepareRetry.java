package dev.baton.pipeline;

import dev.baton.pipeline.Retries.Failure;
import java.util.List;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** Has the phase run again another way, unless the breaker trips or the tier has had its chances. */
@Component
class PrepareRetry implements JavaDelegate {

    private final Runs runs;

    PrepareRetry(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void execute(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        Checkpoint checkpoint = run.checkpoint();
        Retries retries = checkpoint.retries();
        List<Failure> failures = checkpoint.failures();
        if (retries.tripped(failures)) {
            throw new BpmnError("breaker-tripped");
        }
        if (retries.tierUsedUp(failures)) {
            throw new BpmnError("tier-used-up");
        }
        checkpoint.tryAgain();
    }
}
