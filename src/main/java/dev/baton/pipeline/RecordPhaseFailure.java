package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.LifecycleError;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/**
 * Records a phase's failure and cost, then throws a BPMN error: the diagram decides what follows. If the worker was lost, the
 * failure is that its lease ran out.
 */
@Component
class RecordPhaseFailure implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        Checkpoint checkpoint = run.checkpoint();
        String error =
                run.payload().path("error").asText(run.payload().path("reason").asText());
        BigDecimal cost = run.cost();
        ObjectNode failure =
                run.attempt().put("strategy", checkpoint.strategy()).put("eventId", move.eventId());
        move.record("failures", failure.put("error", error).put("costUsd", cost));
        checkpoint.spendOnPhase(cost);
        checkpoint.addFailure(error, cost);
        checkpoint.setFeedback(Json.object().put("error", error));
        throw new LifecycleError(checkpoint.budget().isExceeded() ? "over-budget" : "phase-failed", error);
    }
}
