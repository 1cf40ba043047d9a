package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.Optional;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** Unwraps refusals from the engine's exceptions, and translates violated constraints into refusals. */
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
            throw refusalIn(e)
                    .or(() -> moves.refusal(e))
                    .<RuntimeException>map(refusal -> refusal)
                    .orElse(e);
        }
    }

    private static Optional<Refusal> refusalIn(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof ProcessEngineException) {
            cause = cause.getCause();
        }
        return cause instanceof Refusal refusal ? Optional.of(refusal) : Optional.empty();
    }
}
