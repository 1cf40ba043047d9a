package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import java.math.BigDecimal;

/** The move of a pipeline run and the checkpoint that its delegates change. */
record PipelineRun(Move move, Checkpoint checkpoint) {

    static PipelineRun of(Move move) {
        return new PipelineRun(move, Checkpoint.of(move.task()));
    }

    ObjectNode payload() {
        return move.payload();
    }

    /** The cost in the payload; zero if it has none. */
    BigDecimal cost() {
        JsonNode cost = payload().path("costUsd");
        return cost.isNumber() ? Usd.of(cost) : BigDecimal.ZERO;
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
