package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.TokenMovesRegistry;
import java.util.Optional;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Unwraps refusals from the engine's exceptions, and translates violated constraints, messages that fit no task, and what fails
 * while a token follows its diagram, into refusals.
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
            throw EngineErrors.refusalIn(e)
                    .or(() -> e instanceof ProcessEngineException ? moves.refusal(e) : Optional.empty())
                    .or(() -> EngineErrors.uncorrelated(e))
                    .or(() -> failureOfDiagram(e))
                    .<RuntimeException>map(refusal -> refusal)
                    .orElse(e);
        }
    }

    private static Optional<Refusal> failureOfDiagram(RuntimeException failure) {
        String element = MoveScope.lastElement();
        return element != null && DiagramFailure.concerns(failure)
                ? Optional.of(DiagramFailure.ofEngine(element, failure))
                : Optional.empty();
    }
}
