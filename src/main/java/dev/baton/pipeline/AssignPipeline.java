package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.pipeline.PipelineSettings.Pipeline;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** Selects the pipeline, by its name or by the intent, and assigns an agent to each of its phases. */
@Component
class AssignPipeline implements MoveDelegate {

    private final PipelineSettings settings;

    AssignPipeline(PipelineSettings settings) {
        this.settings = settings;
    }

    @Override
    public void execute(Move move) {
        Checkpoint checkpoint = Checkpoint.of(move.task());
        String pipelineName = move.payload().path("pipeline").textValue();
        BigDecimal budget = budget(move.task().data().path("budgetUsd"));
        if (checkpoint.isResumed()) {
            checkpoint.assignFromEarlierRun(pipelineName, budget);
        } else {
            checkpoint.assign(pipeline(pipelineName, checkpoint.classification().intent()), budget);
        }
        ObjectNode routing = Json.object()
                .put("intent", checkpoint.classification().intent())
                .put("pipeline", checkpoint.pipeline())
                .put("budgetUsd", checkpoint.budget().limit());
        move.record(
                "routings", routing.set("phases", Json.node(checkpoint.phases().list())));
    }

    private Pipeline pipeline(String name, String intent) {
        return (name == null ? settings.forIntent(intent) : settings.pipeline(name)).orElseThrow();
    }

    private static BigDecimal budget(JsonNode requested) {
        return requested.isNumber() ? Usd.of(requested) : null;
    }
}
