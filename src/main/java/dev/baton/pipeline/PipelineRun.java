package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;

/** The move of a pipeline run and the checkpoint that its delegates change. */
record PipelineRun(Move move, Checkpoint checkpoint) {

    static PipelineRun of(Move move) {
        return new PipelineRun(move, Checkpoint.of(move.task()));
    }

    ObjectNode payload() {
        return move.payload();
    }

    /** A new document with the fields of the current attempt. */
    ObjectNode attempt() {
        return Json.object()
                .put("phase", checkpoint.currentPhase())
                .put("agent", checkpoint.agent())
                .put("attempt", checkpoint.attempt())
                .put("tier", checkpoint.tier());
    }
}
