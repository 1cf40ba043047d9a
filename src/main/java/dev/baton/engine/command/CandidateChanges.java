package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.internals.EngineField;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import dev.baton.engine.token.TokenMove;
import org.camunda.bpm.engine.impl.cmd.AbstractAddIdentityLinkCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteIdentityLinkCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.TaskEntity;
import org.camunda.bpm.engine.task.IdentityLinkType;

/**
 * Checks the guards before a caller changes the candidates of a user task, for which the engine has no event. Changes of the
 * assignee have one. An owner is only used by delegation, which is refused.
 */
final class CandidateChanges extends CommandInterceptor {

    private record Fields(EngineField task, EngineField user, EngineField group, EngineField type) {

        static Fields of(Class<?> command) {
            return new Fields(
                    EngineField.of(command, "taskId"),
                    EngineField.of(command, "userId"),
                    EngineField.of(command, "groupId"),
                    EngineField.of(command, "type"));
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
        String type = fields.type().text(command);
        if (IdentityLinkType.OWNER.equals(type)) {
            throw new Refusal(Reason.CONFLICT, "owner", "A user task has no owner: claim it, or assign it to somebody");
        }
        CommandContext context = Context.getCommandContext();
        TaskEntity task = context.getTaskManager().findTaskById(fields.task().text(command));
        if (!IdentityLinkType.ASSIGNEE.equals(type) && task != null && task.getExecution() != null) {
            var candidate = new TokenMove.Candidate(
                    fields.user().text(command), fields.group().text(command), added);
            context.runWithoutAuthorization(() -> {
                moves.of(new ExecutionToken(task.getExecution())).changes(candidate);
                return null;
            });
        }
    }
}
