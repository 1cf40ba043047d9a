package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a checkpoint looks like to others: as a line of its list, in the report of a stop, in the evaluation at the end. */
final class Summaries {

    private static final List<String> PLACE = List.of("current_phase", "attempt", "cost_total_usd");

    private Summaries() {}

    static ObjectNode line(Checkpoint checkpoint, String state, Instant at) {
        ObjectNode line = Json.object().put("state", state).put("updated_at", at.toString());
        PLACE.forEach(name -> line.set(name, checkpoint.node().get(name)));
        return line;
    }

    /** @param underWay whether the current phase was being worked on, not just about to begin */
    static ObjectNode report(Checkpoint checkpoint, boolean underWay) {
        ObjectNode node = checkpoint.node();
        ObjectNode report = Json.object();
        report.set("cause", node.get("stopped_because"));
        report.set("completed", phases(checkpoint, checkpoint.done()));
        report.put("in_progress", underWay ? checkpoint.currentPhase() : null);
        PLACE.forEach(name -> report.set(name, node.get(name)));
        for (String name : List.of("budget_usd", "failures", "feedback")) {
            report.set(name, node.get(name));
        }
        Set<String> tiers = new LinkedHashSet<>();
        checkpoint.failures().forEach(failure -> tiers.add(failure.tier()));
        if (underWay) {
            tiers.add(checkpoint.tier());
        }
        report.set("tiers_tried", Json.node(tiers));
        return report;
    }

    /** What a server can know about how well a run went: how much of everything it took. */
    static ObjectNode evaluation(Checkpoint checkpoint) {
        ObjectNode node = checkpoint.node();
        ObjectNode evaluation = Json.object();
        for (String name : List.of("intent", "confidence", "pipeline", "clarification_rounds", "escalations")) {
            evaluation.set(name, node.get(name));
        }
        ArrayNode phases = phases(checkpoint, checkpoint.phases().size());
        int attempts = 0;
        for (JsonNode phase : phases) {
            attempts += phase.get("attempts").intValue();
        }
        evaluation.put("attempts", attempts);
        evaluation.set("phases", phases);
        evaluation.set("cost_total_usd", node.get("cost_total_usd"));
        evaluation.set("budget_usd", node.get("budget_usd"));
        return evaluation;
    }

    private static ArrayNode phases(Checkpoint checkpoint, int first) {
        ArrayNode phases = Json.object().putArray("phases");
        for (int i = 0; i < first; i++) {
            phases.add(checkpoint.node().get("phases").get(i).deepCopy());
        }
        return phases;
    }
}
