package dev.baton.engine.command;

import dev.baton.engine.internals.EngineField;
import java.util.Set;
import org.camunda.bpm.engine.impl.cmd.AssignTaskCmd;
import org.camunda.bpm.engine.impl.cmd.ClaimTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SetAnnotationForIncidentCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.TaskEntity;

/**
 * Turns off Camunda's permission checks for commands that guards decide about: moving a task, taking over a user task and
 * giving it back, and for notes at incidents.
 */
public final class GuardedCommands extends CommandInterceptor {

    private static final Set<Class<?>> MOVES = Set.of(
            SignalCmd.class,
            CompleteTaskCmd.class,
            SubmitTaskFormCmd.class,
            MessageEventReceivedCmd.class,
            CorrelateMessageCmd.class);

    private static final EngineField TASK = EngineField.of(AssignTaskCmd.class, "taskId");
    private static final EngineField ASSIGNEE = EngineField.of(AssignTaskCmd.class, "userId");
    private static final EngineField CLAIMED_TASK = EngineField.of(ClaimTaskCmd.class, "taskId");
    private static final EngineField CLAIMANT = EngineField.of(ClaimTaskCmd.class, "userId");

    public static boolean moves(Command<?> command) {
        return MOVES.contains(command.getClass());
    }

    /** The assignee can unclaim a user task; the engine would demand the permission to assign. */
    private static boolean isUnclaim(Command<?> command) {
        CommandContext context = Context.getCommandContext();
        if (!(command instanceof AssignTaskCmd)
                || context.getAuthenticatedUserId() == null
                || ASSIGNEE.value(command) != null) {
            return false;
        }
        TaskEntity task = context.getTaskManager().findTaskById(TASK.text(command));
        return task != null && context.getAuthenticatedUserId().equals(task.getAssignee());
    }

    /** It changes no task. The allow list says who may write one; the engine would demand the permission to change the task. */
    private static boolean isNoteAtIncident(Command<?> command) {
        return command instanceof SetAnnotationForIncidentCmd;
    }

    /** The engine refuses to claim a user task that is claimed already; the guards may allow to take it over. */
    @SuppressWarnings("unchecked")
    private static <T> Command<T> takeOver(Command<T> command) {
        if (!(command instanceof ClaimTaskCmd) || !EngineCaller.issuedCommand()) {
            return null;
        }
        String claimant = CLAIMANT.text(command);
        TaskEntity task = Context.getCommandContext().getTaskManager().findTaskById(CLAIMED_TASK.text(command));
        boolean taken = task != null && task.getExecutionId() != null && task.getAssignee() != null;
        return taken && claimant != null && !claimant.equals(task.getAssignee())
                ? (Command<T>) new AssignTaskCmd(task.getId(), claimant)
                : null;
    }

    @Override
    public <T> T execute(Command<T> command) {
        Command<T> takeOver = takeOver(command);
        return takeOver != null || moves(command) || isUnclaim(command) || isNoteAtIncident(command)
                ? Context.getCommandContext()
                        .runWithoutAuthorization(() -> next.execute(takeOver == null ? command : takeOver))
                : next.execute(command);
    }
}
