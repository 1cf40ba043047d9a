package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.Optional;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Unwraps refusals from the engine's exceptions, and translates violated constraints, and what fails while a token follows its
 * diagram, into refusals.
 */
final class UnwrapRefusals extends CommandInterceptor {

    private final TokenMovesRegistry moves;

    UnwrapRefusals(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (RuntimeException e) {
            throw refusalIn(e)
                    .or(() -> e instanceof ProcessEngineException ? moves.refusal(e) : Optional.empty())
                    .or(() -> failureOnTheWay(e))
                    .<RuntimeException>map(refusal -> refusal)
                    .orElse(e);
        }
    }

    private static Optional<Refusal> failureOnTheWay(RuntimeException failure) {
        String element = MoveScope.lastElement();
        return element != null && DiagramFailure.concerns(failure)
                ? Optional.of(DiagramFailure.ofEngine(element, failure))
                : Optional.empty();
    }

    static Optional<Refusal> refusalIn(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof ProcessEngineException) {
            cause = cause.getCause();
        }
        return cause instanceof Refusal refusal ? Optional.of(refusal) : Optional.empty();
    }
}
