package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** Records the classification, its cost and, below the threshold, the questions for a person. */
@Component
class RecordClassification implements MoveDelegate {

    private final PipelineSettings settings;

    RecordClassification(PipelineSettings settings) {
        this.settings = settings;
    }

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        String intent = run.payload().get("intent").textValue();
        JsonNode confidence = run.payload().get("confidence");
        JsonNode questions = run.payload().get("questions");
        BigDecimal cost = run.cost();
        ObjectNode record = Json.object().put("intent", intent).put("costUsd", cost);
        move.record("classifications", record.set("confidence", confidence));
        run.checkpoint().budget().spend("classification_cost_usd", cost);
        RunClassification classification = run.checkpoint().classification();
        classification.accept(intent, confidence);
        if (confidence.doubleValue() < run.checkpoint().settings().threshold()) {
            classification.ask(questions == null || questions.isNull() ? Json.node(settings.questions()) : questions);
        }
    }
}
