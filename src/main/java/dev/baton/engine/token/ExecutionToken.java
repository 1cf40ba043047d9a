package dev.baton.engine.token;

import dev.baton.core.Actor;
import dev.baton.engine.timer.LeaseTimers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.identity.Authentication;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;

/** The token of an execution that the engine passed to a listener. */
public record ExecutionToken(DelegateExecution execution) implements Token {

    @Override
    public String processInstanceId() {
        return execution.getProcessInstanceId();
    }

    @Override
    public String executionId() {
        return execution.getId();
    }

    @Override
    public String definitionId() {
        return execution.getProcessDefinitionId();
    }

    @Override
    public String taskId() {
        return execution.getProcessBusinessKey();
    }

    @Override
    public void taskId(String id) {
        execution.setProcessBusinessKey(id);
    }

    @Override
    public boolean cancelled() {
        return execution.isCanceled();
    }

    @Override
    public boolean byTimer() {
        return Context.getCommandContext().getCurrentJob() instanceof TimerEntity;
    }

    @Override
    public String deleteReason() {
        return ((ExecutionEntity) execution).getDeleteReason();
    }

    @Override
    public String elementName() {
        return execution.getCurrentActivityName();
    }

    @Override
    public Actor caller() {
        Authentication caller = Context.getCommandContext().getAuthentication();
        return caller == null || caller.getUserId() == null
                ? Actor.SYSTEM
                : Actor.of(caller.getUserId(), caller.getGroupIds());
    }

    @Override
    public Optional<Timer> timer() {
        return LeaseTimers.due(execution).map(due -> new Timer(due, false)).or(this::engineTimer);
    }

    private Optional<Timer> engineTimer() {
        return firstJob().map(job -> new Timer(job.getDuedate().toInstant(), true));
    }

    private Optional<JobEntity> firstJob() {
        return ((ExecutionEntity) execution)
                .getJobs().stream()
                        .filter(TimerEntity.class::isInstance)
                        .min(Comparator.comparing(JobEntity::getDuedate));
    }

    /** A timer that is kept in the ledger has no job yet, so there is nothing to remove. */
    @Override
    public void cancelTimer() {
        if (LeaseTimers.due(execution).isEmpty()) {
            firstJob().ifPresent(JobEntity::delete);
        }
    }

    @Override
    public Map<String, Object> takeVariables() {
        ExecutionEntity instance = ((ExecutionEntity) execution).getProcessInstance();
        Map<String, Object> variables = new HashMap<>(instance.getVariablesLocal());
        instance.removeVariablesLocal(variables.keySet());
        return variables;
    }
}
