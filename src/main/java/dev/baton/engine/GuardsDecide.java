package dev.baton.engine;

import java.util.Set;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.CorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** Lets the guards on the arrows decide who may move a task; Camunda's permissions keep to everything else. */
final class GuardsDecide extends CommandInterceptor {

    private static final Set<Class<?>> MOVES = Set.of(
            SignalCmd.class,
            CompleteTaskCmd.class,
            SubmitTaskFormCmd.class,
            MessageEventReceivedCmd.class,
            CorrelateMessageCmd.class);

    static boolean moves(Command<?> command) {
        return MOVES.contains(command.getClass());
    }

    @Override
    public <T> T execute(Command<T> command) {
        return moves(command)
                ? Context.getCommandContext().runWithoutAuthorization(() -> next.execute(command))
                : next.execute(command);
    }
}
