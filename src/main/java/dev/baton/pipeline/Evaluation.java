package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** What a completed run took, together with the stopped runs that it continues. */
final class Evaluation {

    private static final List<String> COSTS =
            List.of("classification_cost_usd", "verification_cost_usd", "other_cost_usd");

    private Evaluation() {}

    /** @param runs the checkpoints by the ids of the tasks, the oldest first */
    static ObjectNode of(Map<String, Checkpoint> runs) {
        List<Entry<String, Checkpoint>> all = new ArrayList<>(runs.entrySet());
        Checkpoint newest = all.get(all.size() - 1).getValue();
        ObjectNode evaluation = Json.object();
        for (String name : List.of("intent", "confidence", "pipeline")) {
            evaluation.set(name, newest.node().get(name));
        }
        evaluation.set("runs", Json.node(runs.keySet()));
        for (String name : List.of("clarification_rounds", "escalations")) {
            evaluation.put(name, sum(runs, name).intValue());
        }
        ArrayNode phases = Json.object().putArray("phases");
        for (int i = 0; i < newest.phases().list().size(); i++) {
            phases.add(phase(all, i));
        }
        int attempts = 0;
        for (var phase : phases) {
            attempts += phase.get("attempts").intValue();
        }
        evaluation.put("attempts", attempts);
        evaluation.set("phases", phases);
        COSTS.forEach(name -> evaluation.put(name, Usd.plain(sum(runs, name))));
        for (String name : List.of("cost_total_usd", "budget_usd")) {
            evaluation.set(name, newest.node().get(name));
        }
        return evaluation;
    }

    /** Attempts and cost are those of all runs; the tier and the run are those that completed the phase. */
    private static ObjectNode phase(List<Entry<String, Checkpoint>> runs, int index) {
        PhaseProgress newest = runs.get(runs.size() - 1).getValue().phases().get(index);
        ObjectNode phase = Json.object().put("name", newest.name()).put("agent", newest.agent());
        int attempts = 0;
        BigDecimal cost = BigDecimal.ZERO;
        for (Entry<String, Checkpoint> run : runs) {
            PhaseProgress progress = run.getValue().phases().get(index);
            attempts += progress.attempts();
            cost = cost.add(progress.cost());
            if (!progress.isCarried() && progress.node().has("done_at_tier")) {
                phase.set("tier", progress.node().get("done_at_tier"));
                phase.put("run", run.getKey());
            }
        }
        return phase.put("attempts", attempts).put("cost_usd", Usd.plain(cost));
    }

    private static BigDecimal sum(Map<String, Checkpoint> runs, String name) {
        return runs.values().stream()
                .map(checkpoint -> checkpoint.node().path(name).decimalValue())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
