package dev.baton.engine;

import java.lang.reflect.Field;
import java.util.Set;
import org.camunda.bpm.engine.impl.cmd.AssignTaskCmd;
import org.camunda.bpm.engine.impl.cmd.ClaimTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.TaskEntity;
import org.springframework.util.ReflectionUtils;

/** Lets the guards on the arrows decide who may move a task; Camunda's permissions keep to everything else. */
final class GuardsDecide extends CommandInterceptor {

    private static final Set<Class<?>> MOVES = Set.of(
            SignalCmd.class,
            CompleteTaskCmd.class,
            SubmitTaskFormCmd.class,
            MessageEventReceivedCmd.class,
            CorrelateMessageCmd.class);

    private static final Field TASK = field("taskId");
    private static final Field ASSIGNEE = field("userId");

    static boolean moves(Command<?> command) {
        return MOVES.contains(command.getClass());
    }

    /** Whether it gives somebody a user task: the engine decides who may do that, and the diagram to whom. */
    static boolean handsOver(Command<?> command) {
        return command instanceof ClaimTaskCmd || command instanceof AssignTaskCmd;
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

    private static Field field(String name) {
        Field field = ReflectionUtils.findField(AssignTaskCmd.class, name);
        ReflectionUtils.makeAccessible(field);
        return field;
    }

    @Override
    public <T> T execute(Command<T> command) {
        return moves(command) || givesBack(command)
                ? Context.getCommandContext().runWithoutAuthorization(() -> next.execute(command))
                : next.execute(command);
    }
}
