package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.token.MoveScope;
import java.util.List;
import org.camunda.bpm.engine.impl.cmd.AbstractModificationCmd;
import org.camunda.bpm.engine.impl.cmd.AbstractRestartProcessInstanceCmd;
import org.camunda.bpm.engine.impl.cmd.ModifyProcessInstanceAsyncCmd;
import org.camunda.bpm.engine.impl.cmd.ModifyProcessInstanceCmd;
import org.camunda.bpm.engine.impl.cmd.SetProcessDefinitionVersionCmd;
import org.camunda.bpm.engine.impl.cmd.StartProcessInstanceAtActivitiesCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.migration.AbstractMigrationCmd;

/**
 * Refuses Camunda's process instance modification, which moves a token without an arrow or adds a second one, and its
 * migration, which does not update the ledger.
 */
final class RefuseTokenModification extends CommandInterceptor {

    private static final List<Class<?>> MODIFICATIONS = List.of(
            ModifyProcessInstanceCmd.class,
            ModifyProcessInstanceAsyncCmd.class,
            AbstractModificationCmd.class,
            StartProcessInstanceAtActivitiesCmd.class,
            AbstractRestartProcessInstanceCmd.class);

    private static final List<Class<?>> MIGRATIONS =
            List.of(AbstractMigrationCmd.class, SetProcessDefinitionVersionCmd.class);

    static boolean modifies(Command<?> command) {
        return MODIFICATIONS.stream().anyMatch(type -> type.isInstance(command));
    }

    static boolean migrates(Command<?> command) {
        return MIGRATIONS.stream().anyMatch(type -> type.isInstance(command));
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (modifies(command)) {
            throw new Refusal(
                    Reason.NO_SUCH_TRANSITION,
                    "to",
                    "A task moves along the arrows of its diagram only: take one of them, or abandon the task");
        }
        if (migrates(command) && !MoveScope.isMigrating()) {
            throw new Refusal(
                    Reason.CONFLICT,
                    "version",
                    "Tasks change their version by POST /api/lifecycles/{key}/migrations only");
        }
        return next.execute(command);
    }
}
