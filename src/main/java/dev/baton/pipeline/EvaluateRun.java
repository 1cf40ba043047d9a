package dev.baton.pipeline;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** A run is done: keeps what there is to learn from it. */
@Component
class EvaluateRun implements ExecutionListener {

    private final Runs runs;

    EvaluateRun(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        run.move().record("evaluation", Summaries.evaluation(run.checkpoint()));
    }
}
