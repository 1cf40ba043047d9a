package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.LifecycleError;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.math.BigDecimal;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/** Records the results of a verification; failed checks count as a failure of the last phase. */
@Component
class JudgeChecks implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        JsonNode checks = run.payload().get("checks");
        ObjectNode feedback = Json.object();
        ArrayNode failed = feedback.putArray("checks");
        TreeSet<String> names = new TreeSet<>();
        for (JsonNode check : checks) {
            if (!check.get("passed").booleanValue()) {
                failed.add(check);
                names.add(check.get("name").textValue());
            }
        }
        run.move()
                .record(
                        "verifications",
                        run.attempt().put("passed", failed.isEmpty()).set("checks", checks));
        if (!failed.isEmpty()) {
            String error = "verification failed: " + String.join(", ", names);
            run.checkpoint().reopenLastPhase();
            run.checkpoint().addFailure(error, BigDecimal.ZERO);
            run.checkpoint().setFeedback(feedback);
            throw new LifecycleError("verification-failed", error);
        }
    }
}
