package dev.baton.engine.expression;

import dev.baton.core.LifecycleError;
import dev.baton.core.Refusal;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.TokenDelegate;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.camunda.bpm.engine.delegate.TaskListener;

/** Lets the engine call a delegate as a service task, an execution listener or a task listener. */
record DelegateAdapter(String name, TokenDelegate delegate) implements JavaDelegate, ExecutionListener, TaskListener {

    @Override
    public void execute(DelegateExecution execution) {
        run(execution);
    }

    @Override
    public void notify(DelegateExecution execution) {
        run(execution);
    }

    @Override
    public void notify(DelegateTask userTask) {
        run(userTask.getExecution());
    }

    private void run(DelegateExecution execution) {
        try {
            delegate.run(MoveScope.current().move(execution.getProcessInstanceId()), execution::getVariableLocal);
        } catch (LifecycleError e) {
            throw e.getMessage() == null ? new BpmnError(e.code()) : new BpmnError(e.code(), e.getMessage());
        } catch (Refusal | ProcessEngineException e) {
            throw e;
        } catch (RuntimeException e) {
            throw DiagramFailure.concerns(e) ? DiagramFailure.ofDelegate(execution.getCurrentActivityId(), name, e) : e;
        }
    }
}
