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

/**
 * Records the results and the cost of a verification. Failed checks count as a failure of the phase that has to repair
 * them: the earliest one that they name, or else the run's own.
 */
@Component
class JudgeChecks implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        Checkpoint checkpoint = run.checkpoint();
        JsonNode checks = run.payload().get("checks");
        ArrayNode failed = Json.object().putArray("failed");
        checks.forEach(check -> {
            if (!check.get("passed").booleanValue()) {
                failed.add(check);
            }
        });
        BigDecimal cost = run.cost();
        checkpoint.budget().spend("verification_cost_usd", cost);
        ObjectNode record = run.attempt().put("passed", failed.isEmpty()).put("costUsd", cost);
        move.record("verifications", record.put("eventId", move.eventId()).set("checks", checks));
        if (!failed.isEmpty()) {
            String error = "verification failed: " + names(failed);
            checkpoint.reopen(phaseToRepair(failed, checkpoint.phases()));
            checkpoint.addFailure(error, BigDecimal.ZERO);
            checkpoint.setFeedback(Json.object().set("checks", failed));
            throw new LifecycleError("verification-failed", error);
        }
    }

    private static String names(ArrayNode checks) {
        TreeSet<String> names = new TreeSet<>();
        checks.forEach(check -> names.add(check.get("name").textValue()));
        return String.join(", ", names);
    }

    private static int phaseToRepair(ArrayNode checks, RunPhases phases) {
        int first = phases.list().size();
        for (JsonNode check : checks) {
            String named = check.path("phase").textValue();
            first = Math.min(first, named == null ? phases.repairIndex() : phases.indexOf(named));
        }
        return first;
    }
}
