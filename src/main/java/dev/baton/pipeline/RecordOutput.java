package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.LifecycleError;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** Records a phase's output and cost and starts the next phase, if there is one. */
@Component
class RecordOutput implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        Checkpoint checkpoint = run.checkpoint();
        BigDecimal cost = run.cost();
        ObjectNode output = run.attempt().put("costUsd", cost).put("eventId", move.eventId());
        output.set("output", run.payload().get("output"));
        if (move.actor().isSystem()) {
            String earlier = move.task().data().get(Resumption.FROM).textValue();
            output.put("carriedFrom", earlier);
            checkpoint.carriedFrom(earlier);
        }
        move.record(PhaseOutputs.RECORDS, output);
        checkpoint.spendOnPhase(cost);
        checkpoint.completePhase();
        if (checkpoint.budget().isExceeded()) {
            throw new LifecycleError("over-budget");
        }
    }
}
