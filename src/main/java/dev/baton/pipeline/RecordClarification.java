package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Keeps what a person has added; the classifier finds all of it in the checkpoint. */
@Component
class RecordClarification implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        JsonNode questions = run.checkpoint().answered();
        run.move()
                .record(
                        "clarifications",
                        Json.object()
                                .put("round", run.checkpoint().rounds())
                                .put("text", run.payload().get("text").textValue())
                                .set("questions", questions));
    }
}
