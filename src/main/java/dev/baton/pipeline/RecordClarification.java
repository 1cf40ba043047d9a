package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Records a person's clarification; the checkpoint's view shows all of them to the classifier. */
@Component
class RecordClarification implements MoveDelegate {

    @Override
    public void execute(Move move) {
        RunClassification classification = Checkpoint.of(move.task()).classification();
        JsonNode questions = classification.completeRound();
        ObjectNode record = Json.object()
                .put("round", classification.rounds())
                .put("text", move.payload().get("text").textValue());
        move.record("clarifications", record.set("questions", questions));
    }
}
