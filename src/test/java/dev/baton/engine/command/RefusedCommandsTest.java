package dev.baton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.identity.Identities;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.task.DelegationState;
import org.camunda.bpm.engine.task.Task;
import org.slf4j.LoggerFactory;

/** Changes of a task that are not moves are refused to every caller, admins included. */
@DatabaseIndependent
class RefusedCommandsTest {

    @OnBothDatabases
    void aUserTaskIsNotChangedBesideItsMoves(Baton baton) {
        String id = checking(baton);
        TaskService tasks = baton.engine().getTaskService();
        String userTask = userTask(baton, id).getId();
        Map<String, ThrowingCallable> changes = new LinkedHashMap<>();
        changes.put(
                "delegation",
                () -> tasks.saveTask(with(baton, id, t -> t.setDelegationState(DelegationState.PENDING))));
        changes.put("owner", () -> tasks.saveTask(with(baton, id, t -> t.setOwner("intern"))));
        changes.put("assignee", () -> tasks.saveTask(with(baton, id, t -> t.setAssignee("intern"))));
        changes.put("name", () -> tasks.saveTask(with(baton, id, t -> t.setName("Nothing to do"))));
        changes.put("priority", () -> tasks.saveTask(with(baton, id, t -> t.setPriority(0))));
        changes.put("due date", () -> tasks.saveTask(with(baton, id, t -> t.setDueDate(new Date(0)))));
        changes.put("parent", () -> tasks.saveTask(with(baton, id, t -> t.setParentTaskId(userTask))));
        changes.put("standalone", () -> tasks.saveTask(tasks.newTask()));
        changes.put("delegate", () -> tasks.delegateTask(userTask, "intern"));
        changes.put("resolve", () -> tasks.resolveTask(userTask, Map.of("trigger", "approve")));
        changes.put("escalate", () -> tasks.handleEscalation(userTask, "x", Map.of("x", 1)));
        changes.put("error", () -> tasks.handleBpmnError(userTask, "broken", "x", Map.of("x", 1)));
        changes.put("delete", () -> tasks.deleteTask(userTask, true));
        changes.put("set name", () -> tasks.setName(userTask, "x"));
        changes.put("set description", () -> tasks.setDescription(userTask, "x"));
        changes.put("set priority", () -> tasks.setPriority(userTask, 1));
        changes.put("set due date", () -> tasks.setDueDate(userTask, new Date(0)));
        changes.put("set follow-up date", () -> tasks.setFollowUpDate(userTask, new Date(0)));
        changes.put("set owner", () -> tasks.setOwner(userTask, "intern"));
        changes.put("attachment", () -> tasks.createAttachment("x", userTask, null, "x", "x", "http://example.org"));
        changes.put("comment of somebody", () -> tasks.updateTaskComment(userTask, "c", "x"));
        changes.put("comments", () -> tasks.deleteTaskComments(userTask));
        refused(baton, id, changes);
        assertThat(tasks.createTaskQuery().taskName("Nothing to do").count()).isZero();
    }

    @OnBothDatabases
    void variablesAreNotLaidOutForSomebodyElsesMove(Baton baton) {
        String id = checking(baton);
        TaskService tasks = baton.engine().getTaskService();
        RuntimeService runtime = baton.engine().getRuntimeService();
        String userTask = userTask(baton, id).getId();
        String execution = userTask(baton, id).getExecutionId();
        String instance = Traces.instance(baton, id);
        Map<String, ThrowingCallable> changes = new LinkedHashMap<>();
        changes.put("of the task", () -> tasks.setVariable(userTask, "trigger", "approve"));
        changes.put("local to the task", () -> tasks.setVariableLocal(userTask, "trigger", "approve"));
        changes.put("removed from the task", () -> tasks.removeVariable(userTask, "trigger"));
        changes.put("of the execution", () -> runtime.setVariableLocal(execution, "trigger", "approve"));
        changes.put("of the instance", () -> runtime.setVariable(instance, "onBehalfOf", "admin"));
        changes.put("removed from the instance", () -> runtime.removeVariable(instance, "trigger"));
        changes.put("of many", () -> runtime.setVariablesAsync(List.of(instance), Map.of("trigger", "approve")));
        refused(baton, id, changes);
        assertThat(runtime.getVariables(instance)).isEmpty();
    }

    @OnBothDatabases
    void timersFireWhenTheDiagramSays(Baton baton) {
        String id = baton.create("errand");
        ManagementService management = baton.engine().getManagementService();
        String job = management
                .createJobQuery()
                .processInstanceId(Traces.instance(baton, id))
                .singleResult()
                .getId();
        Map<String, ThrowingCallable> changes = new LinkedHashMap<>();
        changes.put("moved", () -> management.setJobDuedate(job, new Date(0)));
        changes.put(
                "moved with its retries",
                () -> management
                        .setJobRetries(1)
                        .jobId(job)
                        .dueDate(new Date(0))
                        .execute());
        changes.put("started over", () -> management.recalculateJobDuedate(job, false));
        changes.put("deleted", () -> management.deleteJob(job));
        refused(baton, id, changes);
        as(baton, "human", () -> management.setJobRetries(job, 5));
        assertThat(management.createJobQuery().jobId(job).singleResult().getRetries())
                .isEqualTo(5);
    }

    @OnBothDatabases
    void theLogSaysWhoOperatedTheEngine(Baton baton) {
        Logger logger = (Logger) LoggerFactory.getLogger(OperationsLog.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try {
            String id = baton.create("errand");
            String instance = Traces.instance(baton, id);
            RuntimeService runtime = baton.engine().getRuntimeService();
            as(baton, "admin", () -> runtime.suspendProcessInstanceById(instance));
            as(
                    baton,
                    "lead",
                    () -> assertThatThrownBy(() -> runtime.activateProcessInstanceById(instance))
                            .isInstanceOf(AuthorizationException.class));
            runtime.activateProcessInstanceById(instance);
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("admin operated the engine: SuspendProcessInstance");
        } finally {
            logger.setLevel(null);
            logger.detachAppender(log);
        }
    }

    /** What a batch does later it does as the server itself. */
    @OnBothDatabases
    void aBatchDoesNotHideWhoOrderedIt(Baton baton) {
        String id = checking(baton);
        RuntimeService runtime = baton.engine().getRuntimeService();
        List<String> instances = List.of(Traces.instance(baton, id));
        Map<String, ThrowingCallable> changes = new LinkedHashMap<>();
        changes.put("delete", () -> runtime.deleteProcessInstancesAsync(instances, "x"));
        changes.put("delete at once", () -> runtime.deleteProcessInstances(instances, "x", true, true));
        changes.put("retry", () -> baton.engine().getManagementService().setJobRetriesAsync(List.of("x"), 5));
        changes.put(
                "message",
                () -> runtime.createMessageCorrelationAsync("cancel")
                        .processInstanceIds(instances)
                        .correlateAllAsync());
        changes.put(
                "suspend",
                () -> runtime.updateProcessInstanceSuspensionState()
                        .byProcessInstanceIds(instances)
                        .suspendAsync());
        refused(baton, id, changes);
        assertThat(baton.engine().getManagementService().createBatchQuery().count())
                .isZero();
    }

    @OnBothDatabases
    void aUserTaskIsNotDelegatedOverRestEither(Baton baton) {
        String id = checking(baton);
        String path = "/engine-rest/task/" + userTask(baton, id).getId();
        var before = Traces.of(baton, id);
        for (String user : List.of("intern", "reviewer-1", "lead", "human", "admin")) {
            for (String body : List.of(
                    "{\"delegationState\":\"PENDING\",\"assignee\":\"intern\"}",
                    "{\"delegationState\":\"RESOLVED\"}",
                    "{\"owner\":\"intern\"}",
                    "{\"name\":\"x\",\"priority\":1,\"due\":\"2020-01-01T00:00:00.000+0000\"}")) {
                Answer answer = baton.as(user).put(path, body, "application/json");
                assertThat(answer.status()).as(user + body + answer.body()).isBetween(400, 499);
            }
            Answer created =
                    baton.as(user).post("/engine-rest/task/create", "{\"id\":\"%s\"}".formatted(Baton.newId()));
            assertThat(created.status()).as(user + created.body()).isBetween(400, 499);
            assertThat(Traces.of(baton, id)).as(user).isEqualTo(before);
        }
    }

    /** Tried by every user; Camunda's own permissions may refuse it first. */
    private static void refused(Baton baton, String id, Map<String, ThrowingCallable> changes) {
        var before = Traces.of(baton, id);
        for (String user : List.of("admin", "human", "lead", "intern")) {
            as(
                    baton,
                    user,
                    () -> changes.forEach((name, change) -> {
                        assertThatThrownBy(change)
                                .as(user + ": " + name)
                                .satisfies(e -> assertThat(isNo(e, user)).isTrue());
                        assertThat(Traces.of(baton, id)).as(user + ": " + name).isEqualTo(before);
                    }));
        }
    }

    private static boolean isNo(Throwable e, String user) {
        boolean permission = e instanceof AuthorizationException;
        return e.getCause() instanceof Refusal || permission && !user.equals("admin");
    }

    private static Task with(Baton baton, String id, java.util.function.Consumer<Task> change) {
        Task task = userTask(baton, id);
        change.accept(task);
        return task;
    }

    private static String checking(Baton baton) {
        String id = baton.create("errand");
        baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
        baton.as("worker-1").move(id, "deliver", ErrandDiagram.RESULT).expect(200);
        return id;
    }

    private static Task userTask(Baton baton, String id) {
        ProcessEngine engine = baton.engine();
        return engine.getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult();
    }

    private static void as(Baton baton, String user, Runnable action) {
        Identities identities = baton.bean(Identities.class);
        identities.setActor(Actor.of(user, identities.groupsOf(user)));
        try {
            action.run();
        } finally {
            identities.clearActor();
        }
    }
}
