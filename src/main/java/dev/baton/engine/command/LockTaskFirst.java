package dev.baton.engine.command;

import dev.baton.engine.command.TaskLock.Part;
import dev.baton.engine.internals.EngineField;
import dev.baton.engine.token.MoveScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.impl.MessageCorrelationBuilderImpl;
import org.camunda.bpm.engine.impl.cmd.AbstractCorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.AddGroupIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.AddUserIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.AssignTaskCmd;
import org.camunda.bpm.engine.impl.cmd.ClaimTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteGroupIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteProcessInstanceCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteUserIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Locks the task's row before a move through Camunda's API, or a timer, reads anything, so that it sees the state after the
 * move before it.
 */
final class LockTaskFirst extends CommandInterceptor {

    private record Subject(Part part, EngineField id) {

        static Subject of(Part part, Class<?> command, String field) {
            return new Subject(part, EngineField.of(command, field));
        }
    }

    private static final List<Class<?>> USER_TASK_COMMANDS = List.of(
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
            DeleteProcessInstanceCmd.class,
                    Subject.of(Part.INSTANCE, DeleteProcessInstanceCmd.class, "processInstanceId"),
            SignalCmd.class, Subject.of(Part.EXECUTION, SignalCmd.class, "executionId"),
            MessageEventReceivedCmd.class, Subject.of(Part.EXECUTION, MessageEventReceivedCmd.class, "executionId")));

    static {
        USER_TASK_COMMANDS.forEach(command -> SUBJECTS.put(command, Subject.of(Part.USER_TASK, command, "taskId")));
    }

    private static final EngineField CORRELATION = EngineField.of(AbstractCorrelateMessageCmd.class, "builder");

    static boolean locks(Command<?> command) {
        return SUBJECTS.containsKey(command.getClass()) || command instanceof AbstractCorrelateMessageCmd;
    }

    static MessageCorrelationBuilderImpl correlation(Command<?> command) {
        return (MessageCorrelationBuilderImpl) CORRELATION.value(command);
    }

    private final TaskLock lock;

    LockTaskFirst(TaskLock lock) {
        this.lock = lock;
    }

    @Override
    public <T> T execute(Command<T> command) {
        Subject subject = SUBJECTS.get(command.getClass());
        if (subject != null) {
            lock(subject.part(), subject.id().text(command));
        } else if (command instanceof AbstractCorrelateMessageCmd) {
            MessageCorrelationBuilderImpl message = correlation(command);
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
