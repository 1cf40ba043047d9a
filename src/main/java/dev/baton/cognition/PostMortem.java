package dev.baton.cognition;

import dev.baton.task.CurrentMove;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** The whole context of a task that failed is kept for whoever wants to know why. */
@Component
class PostMortem implements ExecutionListener {

    private final CurrentMove current;
    private final Snapshots snapshots;

    PostMortem(CurrentMove current, Snapshots snapshots) {
        this.current = current;
        this.snapshots = snapshots;
    }

    @Override
    public void notify(DelegateExecution execution) {
        snapshots.take(current.of(execution.getProcessInstanceId()));
    }
}
