package dev.baton.engine;

import dev.baton.engine.Refusal.Reason;
import org.camunda.bpm.engine.impl.cmd.AbstractModificationCmd;
import org.camunda.bpm.engine.impl.cmd.ModifyProcessInstanceAsyncCmd;
import org.camunda.bpm.engine.impl.cmd.ModifyProcessInstanceCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** Refuses the engine's modifications: they put a token anywhere, past the arrows, or a second one beside the first. */
final class NoJumps extends CommandInterceptor {

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
        return next.execute(command);
    }
}
