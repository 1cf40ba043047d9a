package dev.baton.pipeline;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** Adds a line to the list of checkpoints whenever a state is entered, also one that is passed at once. */
@Component
class SaveCheckpoint implements ExecutionListener {

    private final Runs runs;

    SaveCheckpoint(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        run.move()
                .record(
                        "checkpoints",
                        Summaries.line(
                                run.checkpoint(),
                                run.move().task().state(),
                                run.move().now()));
    }
}
