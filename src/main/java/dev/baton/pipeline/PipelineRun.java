package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;

/** The run that a delegate works on: the move and the checkpoint that it changes. */
record PipelineRun(Move move, Checkpoint checkpoint) {

    static PipelineRun of(Move move) {
        return new PipelineRun(move, Checkpoint.of(move.task()));
    }

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
