package dev.baton.engine;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import org.camunda.bpm.engine.impl.cmd.AbstractModificationCmd;
import org.camunda.bpm.engine.impl.cmd.ModifyProcessInstanceAsyncCmd;
import org.camunda.bpm.engine.impl.cmd.ModifyProcessInstanceCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.migration.AbstractMigrationCmd;

/**
 * Refuses the engine's modifications: they put a token anywhere, past the arrows, or a second one beside the first. Its
 * migrations would leave the ledger behind; ours takes it along.
 */
final class RefuseTokenModification extends CommandInterceptor {

    @Override
    public <T> T execute(Command<T> command) {
        if (command instanceof ModifyProcessInstanceCmd
                || command instanceof ModifyProcessInstanceAsyncCmd
                || command instanceof AbstractModificationCmd) {
            throw new Refusal(
                    Reason.NO_SUCH_TRANSITION,
                    "to",
                    "A task moves along the arrows of its diagram only: take one of them, or abandon the task");
        }
        if (command instanceof AbstractMigrationCmd && !MoveScope.isMigrating()) {
            throw new Refusal(
                    Reason.CONFLICT,
                    "version",
                    "Tasks change their version by POST /api/lifecycles/{key}/migrations only");
        }
        return next.execute(command);
    }
}
