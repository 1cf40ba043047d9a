package dev.baton.cognition;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** The last step's result is the task's; the whole context is kept, and somebody should reflect on it. */
@Component
class Conclude implements ExecutionListener {

    private final CurrentMove current;
    private final Snapshots snapshots;

    Conclude(CurrentMove current, Snapshots snapshots) {
        this.current = current;
        this.snapshots = snapshots;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Move move = current.of(execution.getProcessInstanceId());
        move.task().data().set("finalResult", move.payload().get("result"));
        move.task().flags().add(KeepReflection.DUE);
        snapshots.take(move);
    }
}
