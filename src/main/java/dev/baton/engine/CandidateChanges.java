package dev.baton.engine;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import java.lang.reflect.Field;
import org.camunda.bpm.engine.impl.cmd.AbstractAddIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteIdentityLinkCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.TaskEntity;
import org.camunda.bpm.engine.task.IdentityLinkType;
import org.springframework.util.ReflectionUtils;

/**
 * Checks the guards before a caller changes the candidates of a user task, for which the engine has no event. Changes of the
 * assignee have one. An owner is only used by delegation, which is refused.
 */
final class CandidateChanges extends CommandInterceptor {

    private record Fields(Field task, Field user, Field group, Field type) {

        static Fields of(Class<?> command) {
            return new Fields(
                    field(command, "taskId"),
                    field(command, "userId"),
                    field(command, "groupId"),
                    field(command, "type"));
        }

        private static Field field(Class<?> command, String name) {
            Field field = ReflectionUtils.findField(command, name);
            ReflectionUtils.makeAccessible(field);
            return field;
        }

        private static String text(Field field, Command<?> command) {
            return (String) ReflectionUtils.getField(field, command);
        }
    }

    private static final Fields ADD = Fields.of(AbstractAddIdentityLinkCmd.class);
    private static final Fields DELETE = Fields.of(DeleteIdentityLinkCmd.class);

    private final CurrentMoves moves;

    CandidateChanges(CurrentMoves moves) {
        this.moves = moves;
    }

    static boolean checks(Command<?> command) {
        return command instanceof AbstractAddIdentityLinkCmd || command instanceof DeleteIdentityLinkCmd;
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (checks(command) && EngineCaller.issuedCommand()) {
            boolean added = command instanceof AbstractAddIdentityLinkCmd;
            check(command, added ? ADD : DELETE, added);
        }
        return next.execute(command);
    }

    private void check(Command<?> command, Fields fields, boolean added) {
        String type = Fields.text(fields.type(), command);
        if (IdentityLinkType.OWNER.equals(type)) {
            throw new Refusal(Reason.CONFLICT, "owner", "A user task has no owner: claim it, or assign it to somebody");
        }
        CommandContext context = Context.getCommandContext();
        TaskEntity task = context.getTaskManager().findTaskById(Fields.text(fields.task(), command));
        if (!IdentityLinkType.ASSIGNEE.equals(type) && task != null && task.getExecution() != null) {
            var candidate = new TokenMove.Candidate(
                    Fields.text(fields.user(), command), Fields.text(fields.group(), command), added);
            context.runWithoutAuthorization(() -> {
                moves.of(new ExecutionToken(task.getExecution())).changes(candidate);
                return null;
            });
        }
    }
}
