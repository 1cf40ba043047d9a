package dev.baton.engine;

import dev.baton.engine.TaskLock.Part;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.impl.MessageCorrelationBuilderImpl;
import org.camunda.bpm.engine.impl.cmd.AddGroupIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.AddUserIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.AssignTaskCmd;
import org.camunda.bpm.engine.impl.cmd.ClaimTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteGroupIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteUserIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.util.ReflectionUtils;

/**
 * Has moves through the engine's own doors, and timers, wait for the task's lock before the engine reads anything: it
 * sees the task as it is, not as it was. The engine's commands keep to themselves what they are about.
 */
final class LockTaskFirst extends CommandInterceptor {

    private record Subject(Part part, Field id) {

        static Subject of(Part part, Class<?> command, String field) {
            Field id = ReflectionUtils.findField(command, field);
            ReflectionUtils.makeAccessible(id);
            return new Subject(part, id);
        }
    }

    private static final List<Class<?>> OF_USER_TASKS = List.of(
            CompleteTaskCmd.class,
            SubmitTaskFormCmd.class,
            ClaimTaskCmd.class,
            AssignTaskCmd.class,
            AddUserIdentityLinkCmd.class,
            AddGroupIdentityLinkCmd.class,
            DeleteUserIdentityLinkCmd.class,
            DeleteGroupIdentityLinkCmd.class);

    private static final Map<Class<?>, Subject> SUBJECTS = new HashMap<>(Map.of(
            ExecuteJobsCmd.class, Subject.of(Part.JOB, ExecuteJobsCmd.class, "jobId"),
            SignalCmd.class, Subject.of(Part.EXECUTION, SignalCmd.class, "executionId"),
            MessageEventReceivedCmd.class, Subject.of(Part.EXECUTION, MessageEventReceivedCmd.class, "executionId")));

    static {
        OF_USER_TASKS.forEach(command -> SUBJECTS.put(command, Subject.of(Part.USER_TASK, command, "taskId")));
    }

    private static final Field CORRELATION = ReflectionUtils.findField(CorrelateMessageCmd.class, "builder");

    static {
        ReflectionUtils.makeAccessible(CORRELATION);
    }

    private final TaskLock lock;

    LockTaskFirst(TaskLock lock) {
        this.lock = lock;
    }

    @Override
    public <T> T execute(Command<T> command) {
        Subject subject = SUBJECTS.get(command.getClass());
        if (subject != null) {
            lock(subject.part(), (String) ReflectionUtils.getField(subject.id(), command));
        } else if (command instanceof CorrelateMessageCmd) {
            var message = (MessageCorrelationBuilderImpl) ReflectionUtils.getField(CORRELATION, command);
            lock(Part.INSTANCE, message.getProcessInstanceId());
            lock(Part.BUSINESS_KEY, message.getBusinessKey());
        }
        return next.execute(command);
    }

    private void lock(Part part, String id) {
        if (id != null && !MoveScope.current().hasMoves()) {
            lock.lock(part, id);
        }
    }
}
