package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Records a person's clarification; the checkpoint's view shows all of them to the classifier. */
@Component
class RecordClarification implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        JsonNode questions = run.checkpoint().completeClarification();
        run.move()
                .record(
                        "clarifications",
                        Json.object()
                                .put("round", run.checkpoint().clarificationRounds())
                                .put("text", run.payload().get("text").textValue())
                                .set("questions", questions));
    }
}
