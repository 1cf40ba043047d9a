package dev.baton.engine;

import java.lang.reflect.Field;
import java.util.Set;
import org.camunda.bpm.engine.impl.cmd.AbstractAddIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.AssignTaskCmd;
import org.camunda.bpm.engine.impl.cmd.ClaimTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.TaskEntity;
import org.springframework.util.ReflectionUtils;

/**
 * Lets the guards on the arrows decide who may move a task and who may take over a user task; Camunda's permissions keep
 * to everything else.
 */
final class GuardedCommands extends CommandInterceptor {

    private static final Set<Class<?>> MOVES = Set.of(
            SignalCmd.class,
            CompleteTaskCmd.class,
            SubmitTaskFormCmd.class,
            MessageEventReceivedCmd.class,
            CorrelateMessageCmd.class);

    private static final Field TASK = field(AssignTaskCmd.class, "taskId");
    private static final Field ASSIGNEE = field(AssignTaskCmd.class, "userId");
    private static final Field CLAIMED_TASK = field(ClaimTaskCmd.class, "taskId");
    private static final Field CLAIMANT = field(ClaimTaskCmd.class, "userId");

    static boolean moves(Command<?> command) {
        return MOVES.contains(command.getClass());
    }

    /** Whether it gives somebody a user task, or shows it to them. */
    static boolean handsOver(Command<?> command) {
        return command instanceof ClaimTaskCmd
                || command instanceof AbstractAddIdentityLinkCmd
                || command instanceof DeleteIdentityLinkCmd;
    }

    /** Whoever claimed a user task can give it back; the engine would ask them for the right to assign any. */
    private static boolean givesBack(Command<?> command) {
        CommandContext context = Context.getCommandContext();
        if (!(command instanceof AssignTaskCmd)
                || context.getAuthenticatedUserId() == null
                || ReflectionUtils.getField(ASSIGNEE, command) != null) {
            return false;
        }
        TaskEntity task = context.getTaskManager().findTaskById((String) ReflectionUtils.getField(TASK, command));
        return task != null && context.getAuthenticatedUserId().equals(task.getAssignee());
    }

    /** The engine lets nobody claim what somebody else has claimed; the diagram's people can take it over. */
    @SuppressWarnings("unchecked")
    private static <T> Command<T> takeOver(Command<T> command) {
        if (!(command instanceof ClaimTaskCmd) || !EngineCaller.ordered()) {
            return null;
        }
        String claimant = (String) ReflectionUtils.getField(CLAIMANT, command);
        TaskEntity task = Context.getCommandContext().getTaskManager().findTaskById((String)
                ReflectionUtils.getField(CLAIMED_TASK, command));
        boolean taken = task != null && task.getExecutionId() != null && task.getAssignee() != null;
        return taken && claimant != null && !claimant.equals(task.getAssignee())
                ? (Command<T>) new AssignTaskCmd(task.getId(), claimant)
                : null;
    }

    private static Field field(Class<?> command, String name) {
        Field field = ReflectionUtils.findField(command, name);
        ReflectionUtils.makeAccessible(field);
        return field;
    }

    @Override
    public <T> T execute(Command<T> command) {
        Command<T> takeOver = takeOver(command);
        return takeOver != null || moves(command) || givesBack(command)
                ? Context.getCommandContext()
                        .runWithoutAuthorization(() -> next.execute(takeOver == null ? command : takeOver))
                : next.execute(command);
    }
}
