package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Documents made from a checkpoint: the record of its progress, and the report of a stop. */
final class Summaries {

    private static final List<String> PROGRESS = List.of("current_phase", "attempt", "cost_total_usd");

    private Summaries() {}

    static ObjectNode progress(Checkpoint checkpoint, String state, Instant at) {
        ObjectNode progress = Json.object().put("state", state).put("updated_at", at.toString());
        PROGRESS.forEach(name -> progress.set(name, checkpoint.node().get(name)));
        return progress;
    }

    /** @param inProgress whether the current phase had begun */
    static ObjectNode report(Checkpoint checkpoint, boolean inProgress) {
        ObjectNode node = checkpoint.node();
        ObjectNode report = Json.object();
        report.set("cause", node.get("stopped_because"));
        report.set("completed", firstPhases(checkpoint, checkpoint.phases().done()));
        report.put("in_progress", inProgress ? checkpoint.currentPhase() : null);
        PROGRESS.forEach(name -> report.set(name, node.get(name)));
        for (String name : List.of("budget_usd", "failures", "feedback")) {
            report.set(name, node.get(name));
        }
        Set<String> tiers = new LinkedHashSet<>();
        checkpoint.failures().forEach(failure -> tiers.add(failure.tier()));
        if (inProgress) {
            tiers.add(checkpoint.tier());
        }
        report.set("tiers_tried", Json.node(tiers));
        return report;
    }

    private static ArrayNode firstPhases(Checkpoint checkpoint, int count) {
        ArrayNode phases = Json.object().putArray("phases");
        for (int i = 0; i < count; i++) {
            phases.add(checkpoint.node().get("phases").get(i).deepCopy());
        }
        return phases;
    }
}
