package dev.baton.task;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.JavaDelegate;

/** Something that a move does on its way from state to state: on an arrow of the diagram, or in a service task. */
public abstract class OnTheWay implements JavaDelegate, ExecutionListener {

    private final CurrentMove current;

    protected OnTheWay(CurrentMove current) {
        this.current = current;
    }

    protected abstract void happens(Move move);

    @Override
    public final void execute(DelegateExecution execution) {
        happens(current.of(execution.getProcessInstanceId()));
    }

    @Override
    public final void notify(DelegateExecution execution) {
        execute(execution);
    }
}
