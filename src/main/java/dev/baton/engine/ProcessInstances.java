package dev.baton.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.migration.MigratingProcessInstanceValidationException;
import org.camunda.bpm.engine.migration.MigrationPlan;
import org.camunda.bpm.engine.migration.MigrationPlanValidationException;
import org.camunda.bpm.engine.runtime.Job;
import org.springframework.stereotype.Component;

/** Sets tokens on their way. Everything is found by id: the ledger knows where each token waits. */
@Component
public class ProcessInstances {

    private final ProcessEngine engine;

    ProcessInstances(ProcessEngine engine) {
        this.engine = engine;
    }

    public void start(TokenMove creation, String definitionId, String taskId) {
        MoveScope.current().announceCreation(creation);
        run(creation, () -> engine.getRuntimeService().startProcessInstanceById(definitionId, taskId));
    }

    /** @param rows all executions of the instance if they have been read already, else none */
    public void signal(TokenMove move, String processInstanceId, String executionId, List<ExecutionRow> rows) {
        MoveScope.current().executions(rows);
        run(move, processInstanceId, () -> engine.getRuntimeService().signal(executionId));
    }

    public void complete(TokenMove move, String processInstanceId, String userTaskId) {
        run(move, processInstanceId, () -> engine.getTaskService().complete(userTaskId));
    }

    public void message(TokenMove move, String processInstanceId, String name) {
        run(
                move,
                processInstanceId,
                () -> engine.getRuntimeService()
                        .createMessageCorrelation(name)
                        .processInstanceId(processInstanceId)
                        .correlate());
    }

    public void assign(TokenMove move, String processInstanceId, String userTaskId, String person) {
        run(move, processInstanceId, () -> engine.getTaskService().setAssignee(userTaskId, person));
    }

    public void delete(TokenMove move, String processInstanceId, String reason) {
        run(
                move,
                processInstanceId,
                () -> engine.getRuntimeService().deleteProcessInstance(processInstanceId, reason, false, true));
    }

    private static void run(TokenMove move, String processInstanceId, Runnable command) {
        MoveScope.current().announce(processInstanceId, move);
        run(move, command);
    }

    /** A move that failed must not be written by whatever this transaction does next. */
    private static void run(TokenMove move, Runnable command) {
        try {
            command.run();
        } catch (RuntimeException e) {
            MoveScope.current().discard(move);
            throw e;
        }
    }

    /** Takes a user task from whoever has it and shows it to a group. */
    public void offer(String userTaskId, String group) {
        engine.getTaskService().setAssignee(userTaskId, null);
        engine.getTaskService().addCandidateGroup(userTaskId, group);
    }

    /** Shows the user tasks of an instance to one more group. */
    public void addCandidateGroup(String processInstanceId, String group) {
        TaskService userTasks = engine.getTaskService();
        userTasks
                .createTaskQuery()
                .processInstanceId(processInstanceId)
                .list()
                .forEach(userTask -> userTasks.addCandidateGroup(userTask.getId(), group));
    }

    /** Has the timer on the state run from now again, as the diagram says. */
    public Token.Timer restartTimer(String waitId, String processInstanceId) {
        return restartLease(waitId)
                .map(due -> new Token.Timer(due, false))
                .orElseGet(() -> restartEngineTimer(processInstanceId));
    }

    /** The same, if it is one that the engine does not keep; nothing happens else. */
    public Optional<Instant> restartLease(String waitId) {
        return inEngine(
                context -> Optional.ofNullable(context.getExecutionManager().findExecutionById(waitId))
                        .flatMap(LeaseTimers::restart));
    }

    private Token.Timer restartEngineTimer(String processInstanceId) {
        ManagementService management = engine.getManagementService();
        Job timer = management
                .createJobQuery()
                .processInstanceId(processInstanceId)
                .timers()
                .singleResult();
        management.recalculateJobDuedate(timer.getId(), false);
        Job restarted = management.createJobQuery().jobId(timer.getId()).singleResult();
        return new Token.Timer(restarted.getDuedate().toInstant(), true);
    }

    /** Has the engine fire a timer that it did not know of. */
    public void handOverTimer(String executionId, Instant due) {
        inEngine(context -> {
            LeaseTimers.handOver(context.getExecutionManager().findExecutionById(executionId), due, context);
            return null;
        });
    }

    /** Where a token waits that is known to be in an element of the diagram. */
    public String executionAt(String element, String processInstanceId) {
        return engine.getRuntimeService()
                .createExecutionQuery()
                .processInstanceId(processInstanceId)
                .activityId(element)
                .singleResult()
                .getId();
    }

    private <T> T inEngine(Command<T> command) {
        return ((ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration())
                .getCommandExecutorTxRequired()
                .execute(command);
    }

    /** @throws IllegalStateException when the token can't be put into the other version, with the reasons */
    public void migrate(String fromDefinitionId, String toDefinitionId, String processInstanceId) {
        try {
            MigrationPlan plan = engine.getRuntimeService()
                    .createMigrationPlan(fromDefinitionId, toDefinitionId)
                    .mapEqualActivities()
                    .updateEventTriggers()
                    .build();
            MoveScope.current()
                    .migrate(() -> engine.getRuntimeService()
                            .newMigration(plan)
                            .processInstanceIds(processInstanceId)
                            .execute());
        } catch (MigratingProcessInstanceValidationException | MigrationPlanValidationException e) {
            throw new IllegalStateException(
                    e.getMessage().lines().map(String::strip).collect(Collectors.joining(" ")), e);
        }
    }
}
