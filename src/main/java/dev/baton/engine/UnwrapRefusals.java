package dev.baton.engine;

import dev.baton.core.Refusal;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** The engine wraps what a listener on a user task throws, and what the database says; this gives back the refusal in it. */
final class UnwrapRefusals extends CommandInterceptor {

    private final TokenMovesRegistry moves;

    UnwrapRefusals(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (ProcessEngineException e) {
            if (e.getCause() instanceof Refusal refusal) {
                throw refusal;
            }
            throw moves.refusal(e).<RuntimeException>map(refusal -> refusal).orElse(e);
        }
    }
}
