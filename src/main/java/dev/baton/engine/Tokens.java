package dev.baton.engine;

import java.time.Instant;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.migration.MigratingProcessInstanceValidationException;
import org.camunda.bpm.engine.migration.MigrationPlan;
import org.camunda.bpm.engine.migration.MigrationPlanValidationException;
import org.camunda.bpm.engine.runtime.Job;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Sets tokens on their way. Everything is found by id: the ledger knows where each token waits. */
@Component
public class Tokens {

    private final ProcessEngine engine;

    Tokens(@Lazy ProcessEngine engine) {
        this.engine = engine;
    }

    public void start(String definitionId, String taskId) {
        engine.getRuntimeService().startProcessInstanceById(definitionId, taskId);
    }

    public void signal(String executionId, String processInstanceId) {
        FewerTrips.Executions.moving(
                processInstanceId, () -> engine.getRuntimeService().signal(executionId));
    }

    public void complete(String userTaskId) {
        engine.getTaskService().complete(userTaskId);
    }

    public void assign(String userTaskId, String person) {
        engine.getTaskService().setAssignee(userTaskId, person);
    }

    /** Takes a user task from whoever has it and shows it to a group. */
    public void offer(String userTaskId, String group) {
        engine.getTaskService().setAssignee(userTaskId, null);
        engine.getTaskService().addCandidateGroup(userTaskId, group);
    }

    public void message(String name, String processInstanceId) {
        engine.getRuntimeService()
                .createMessageCorrelation(name)
                .processInstanceId(processInstanceId)
                .correlate();
    }

    /** Has the timer on the state run from now again, as the diagram says; tells when it will fire. */
    public Instant restartTimer(String processInstanceId) {
        ManagementService management = engine.getManagementService();
        Job timer = management
                .createJobQuery()
                .processInstanceId(processInstanceId)
                .timers()
                .singleResult();
        management.recalculateJobDuedate(timer.getId(), false);
        return management
                .createJobQuery()
                .jobId(timer.getId())
                .singleResult()
                .getDuedate()
                .toInstant();
    }

    public void delete(String processInstanceId, String reason) {
        engine.getRuntimeService().deleteProcessInstance(processInstanceId, reason, false, true);
    }

    /** @throws IllegalStateException when the token can't be put into the other version, with the reasons */
    public void migrate(String fromDefinitionId, String toDefinitionId, String processInstanceId) {
        try {
            MigrationPlan plan = engine.getRuntimeService()
                    .createMigrationPlan(fromDefinitionId, toDefinitionId)
                    .mapEqualActivities()
                    .updateEventTriggers()
                    .build();
            engine.getRuntimeService()
                    .newMigration(plan)
                    .processInstanceIds(processInstanceId)
                    .execute();
        } catch (MigratingProcessInstanceValidationException | MigrationPlanValidationException e) {
            throw new IllegalStateException(
                    e.getMessage().lines().map(String::strip).collect(Collectors.joining(" ")), e);
        }
    }
}
