package dev.baton.claim;

import dev.baton.core.LifecycleError;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Stores the error message and throws a BPMN error, which the diagram handles. */
@Component
class RecordFailure implements MoveDelegate {

    private static final String FAILURE = "failure";

    @Override
    public void execute(Move move) {
        String error = move.payload()
                .path("error")
                .asText(move.payload().path("reason").asText());
        move.task().data().put("lastError", error);
        throw new LifecycleError(FAILURE, error);
    }
}
