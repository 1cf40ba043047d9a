package dev.baton.claim;

import dev.baton.core.LifecycleError;
import dev.baton.engine.token.TokenDelegate;
import dev.baton.engine.token.TokenMove;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * Records why an attempt failed. While {@code attemptsLeft}, which the diagram computes, it also raises the failure as
 * a BPMN error; the last failure is final and only recorded.
 */
@Component
class RecordFailure implements TokenDelegate {

    private static final String FAILURE = "failure";

    @Override
    public void run(TokenMove tokenMove, Function<String, Object> inputs) {
        Move move = MoveDelegate.moveOf(tokenMove);
        String error = move.payload()
                .path("error")
                .asText(move.payload().path("reason").asText());
        move.task().data().put("lastError", error);
        // Diagrams of earlier versions don't say it: there a gateway decides after the error.
        if (!Boolean.FALSE.equals(inputs.apply("attemptsLeft"))) {
            throw new LifecycleError(FAILURE, error);
        }
    }
}
