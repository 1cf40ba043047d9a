package dev.baton.engine.instance;

import dev.baton.engine.tasklist.TasklistEntryListener;
import dev.baton.engine.timer.LeaseTimers;
import dev.baton.engine.token.ExecutionRow;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.Token;
import dev.baton.engine.token.TokenMove;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.migration.MigratingProcessInstanceValidationException;
import org.camunda.bpm.engine.migration.MigrationPlan;
import org.camunda.bpm.engine.migration.MigrationPlanValidationException;
import org.camunda.bpm.engine.runtime.Job;
import org.camunda.bpm.engine.task.Task;
import org.springframework.stereotype.Component;

/** Starts, moves, changes and deletes process instances. Executions are found by id, which the ledger stores. */
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

    /** @param rows all executions of the instance if they were read already, otherwise empty */
    public void signal(TokenMove move, String processInstanceId, String executionId, List<ExecutionRow> rows) {
        MoveScope.current().executions(rows);
        run(move, processInstanceId, () -> engine.getRuntimeService().signal(executionId));
    }

    /** Takes the error boundary event of the call activity in which the execution waits. */
    public void failSubtasks(TokenMove move, String processInstanceId, String executionId) {
        run(
                move,
                processInstanceId,
                () -> engine.getRuntimeService().signal(executionId, SubtaskBehavior.FAILED, null, Map.of()));
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

    /** The diagram's own listeners and mappings do not run: one that fails would keep the instance for ever. */
    public void delete(TokenMove move, String processInstanceId, String reason) {
        run(
                move,
                processInstanceId,
                () -> engine.getRuntimeService().deleteProcessInstance(processInstanceId, reason, true, true, true));
    }

    private static void run(TokenMove move, String processInstanceId, Runnable command) {
        MoveScope.current().announce(processInstanceId, move);
        run(move, command);
    }

    /** A failed move must not be written by a later flush of the same transaction. */
    private static void run(TokenMove move, Runnable command) {
        try {
            command.run();
        } catch (RuntimeException e) {
            MoveScope.current().discard(move);
            throw e;
        }
    }

    /** Unassigns a user task and offers it to a group. */
    public void offer(String userTaskId, String group) {
        engine.getTaskService().setAssignee(userTaskId, null);
        addCandidate(userTaskId, group);
    }

    /** Offers the user tasks of an instance to one more group. */
    public void addCandidateGroup(String processInstanceId, String group) {
        userTasks(processInstanceId).forEach(userTask -> addCandidate(userTask.getId(), group));
    }

    /** The engine itself would store a second link to the same group. */
    private void addCandidate(String userTaskId, String group) {
        TaskService userTasks = engine.getTaskService();
        if (userTasks.getIdentityLinksForTask(userTaskId).stream().noneMatch(link -> group.equals(link.getGroupId()))) {
            userTasks.addCandidateGroup(userTaskId, group);
        }
    }

    /** When the first of the instance's user tasks is due. */
    public Optional<Instant> dueAt(String processInstanceId) {
        return userTasks(processInstanceId).stream()
                .map(Task::getDueDate)
                .filter(Objects::nonNull)
                .map(Date::toInstant)
                .min(Instant::compareTo);
    }

    /** Changes the title and priority that Tasklist shows. */
    public void renameUserTasks(String processInstanceId, String before, String title, int priority) {
        userTasks(processInstanceId).forEach(userTask -> {
            userTask.setName(TasklistEntryListener.renamed(userTask.getName(), before, title));
            userTask.setPriority(priority);
            engine.getTaskService().saveTask(userTask);
        });
    }

    private List<Task> userTasks(String processInstanceId) {
        return engine.getTaskService()
                .createTaskQuery()
                .processInstanceId(processInstanceId)
                .list();
    }

    /** Restarts the timer on the state, with the diagram's duration from now. */
    public Token.Timer restartTimer(String waitId, String processInstanceId) {
        return restartLease(waitId)
                .map(due -> new Token.Timer(due, false))
                .orElseGet(() -> restartEngineTimer(processInstanceId));
    }

    /** Restarts the timer if it is one that the engine does not keep; otherwise does nothing. */
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

    /** Creates the engine's job for a timer of a lease that is due. */
    public void handOverTimer(String executionId, Instant due) {
        inEngine(context -> {
            LeaseTimers.handOver(context.getExecutionManager().findExecutionById(executionId), due, context);
            return null;
        });
    }

    /** The execution that waits in the given element. */
    public String executionAt(String element, String processInstanceId) {
        return Stream.of(element, element + BpmnParse.MULTI_INSTANCE_BODY_ID_SUFFIX)
                .map(activity -> engine.getRuntimeService()
                        .createExecutionQuery()
                        .processInstanceId(processInstanceId)
                        .activityId(activity)
                        .singleResult())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow()
                .getId();
    }

    private <T> T inEngine(Command<T> command) {
        return ((ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration())
                .getCommandExecutorTxRequired()
                .execute(command);
    }

    /** @throws IllegalStateException with the reasons, if the instance can't be migrated */
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
