package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.CurrentMove;
import dev.baton.task.Json;
import dev.baton.task.Move;
import org.springframework.stereotype.Component;

/** The run that a delegate works on: the move under way and the checkpoint it changes. */
@Component
class Runs {

    record Run(Move move, Checkpoint checkpoint) {

        ObjectNode payload() {
            return move.payload();
        }

        /** A document about the current attempt, to be filled and recorded. */
        ObjectNode attempt() {
            return Json.object()
                    .put("phase", checkpoint.currentPhase())
                    .put("agent", checkpoint.agent())
                    .put("attempt", checkpoint.attempt())
                    .put("tier", checkpoint.tier());
        }
    }

    private final CurrentMove current;

    Runs(CurrentMove current) {
        this.current = current;
    }

    Move move(String processInstanceId) {
        return current.of(processInstanceId);
    }

    Run of(String processInstanceId) {
        Move move = move(processInstanceId);
        return new Run(move, Checkpoint.of(move.task()));
    }
}
