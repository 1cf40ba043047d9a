package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.pipeline.PipelineSettings.Phase;
import dev.baton.pipeline.PipelineSettings.Pipeline;
import dev.baton.pipeline.Retries.Failure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a run has come. It lives in the task's own row, so that it is written with the task's state or not at all;
 * where the run is and since when is not in it, because the row says so.
 */
final class Checkpoint {

    static final String NAME = "checkpoint";

    private static final int LONGEST_ERROR = 1000;

    private final ObjectNode node;

    private Checkpoint(ObjectNode node) {
        this.node = node;
    }

    static Optional<Checkpoint> in(Task task) {
        return task.data().get(NAME) instanceof ObjectNode node ? Optional.of(new Checkpoint(node)) : Optional.empty();
    }

    static Checkpoint of(Task task) {
        return in(task).orElseThrow();
    }

    /** A run begins by the settings of this moment and keeps to them, whatever becomes of the file. */
    static Checkpoint open(Task task, PipelineSettings settings) {
        Checkpoint checkpoint = new Checkpoint(task.data().putObject(NAME));
        ObjectNode kept = checkpoint.node.putObject("settings");
        kept.put("threshold", settings.threshold());
        kept.set("tiers", Json.node(settings.tiers()));
        kept.set("strategies", Json.node(settings.strategies()));
        kept.put("escalate_after", settings.retries().escalateAfter());
        kept.put("max_retries", settings.retries().max());
        kept.put("breaker", settings.retries().breaker());
        checkpoint.node.putNull("current_phase").put("attempt", 0).put("cost_total_usd", BigDecimal.ZERO);
        checkpoint.node.put("clarification_rounds", 0).put("escalations", 0);
        return checkpoint;
    }

    /** What an earlier run has settled stays settled: its classification, its pipeline, its tier, its cost. */
    void takeUp(Checkpoint earlier) {
        node.withObject("settings")
                .set("threshold", earlier.node.get("settings").get("threshold"));
        node.set("cost_total_usd", earlier.node.get("cost_total_usd"));
        ObjectNode carried = node.putObject("carried");
        for (String name : List.of("done", "tier", "feedback")) {
            carried.set(name, earlier.node.get(name));
        }
        ArrayNode phases = carried.putArray("phases");
        earlier.phases().forEach(p -> phases.add(Json.node(p)));
    }

    ObjectNode node() {
        return node;
    }

    void classified(String intent, JsonNode confidence) {
        node.put("intent", intent);
        node.set("confidence", confidence);
        node.remove("questions");
    }

    void ask(JsonNode questions) {
        node.set("questions", questions);
    }

    /** @return the questions that were answered */
    JsonNode answered() {
        node.put("clarification_rounds", rounds() + 1);
        JsonNode questions = node.remove("questions");
        return questions == null ? Json.node(List.of()) : questions;
    }

    int rounds() {
        return node.get("clarification_rounds").intValue();
    }

    double threshold() {
        return node.get("settings").get("threshold").doubleValue();
    }

    String intent() {
        return node.path("intent").textValue();
    }

    String pipeline() {
        return node.path("pipeline").textValue();
    }

    /** @param budget null for the pipeline's own */
    void assign(Pipeline pipeline, BigDecimal budget) {
        route(pipeline.name(), pipeline.phases(), budget == null ? pipeline.budgetUsd() : budget);
    }

    void assignCarried(String pipeline, BigDecimal budget) {
        route(pipeline, phases(node.get("carried").get("phases")), budget);
    }

    boolean carries() {
        return node.has("carried");
    }

    private void route(String pipeline, List<Phase> phases, BigDecimal budget) {
        node.put("pipeline", pipeline).put("budget_usd", Usd.plain(budget)).put("done", 0);
        ArrayNode kept = node.putArray("phases");
        for (Phase phase : phases) {
            ObjectNode each = kept.addObject();
            each.put("name", phase.name()).put("agent", phase.agent()).put("tier", phase.tier());
            each.put("attempts", 0).put("cost_usd", BigDecimal.ZERO);
        }
        begin();
    }

    List<Phase> phases() {
        return phases(node.path("phases"));
    }

    private static List<Phase> phases(JsonNode list) {
        List<Phase> phases = new ArrayList<>();
        list.forEach(p -> phases.add(new Phase(
                p.get("name").textValue(),
                p.get("agent").textValue(),
                p.get("tier").textValue())));
        return phases;
    }

    /** How many phases are done. */
    int done() {
        return node.path("done").intValue();
    }

    String currentPhase() {
        return node.get("current_phase").textValue();
    }

    String agent() {
        return current().get("agent").textValue();
    }

    int attempt() {
        return node.get("attempt").intValue();
    }

    String tier() {
        return node.path("tier").textValue();
    }

    String strategy() {
        return node.path("strategy").textValue();
    }

    BigDecimal cost() {
        return Usd.of(node.get("cost_total_usd"));
    }

    BigDecimal budget() {
        return Usd.of(node.get("budget_usd"));
    }

    boolean overBudget() {
        return cost().compareTo(budget()) > 0;
    }

    void spend(BigDecimal cost) {
        node.put("cost_total_usd", Usd.plain(cost().add(cost)));
        current().put("cost_usd", Usd.plain(Usd.of(current().get("cost_usd")).add(cost)));
    }

    void phaseDone() {
        node.put("done", done() + 1);
        if (done() < node.get("phases").size()) {
            begin();
        }
    }

    /** The phase was done by an earlier run. */
    void carriedFrom(String run) {
        current().put("carried_from", run);
    }

    /** The results were not good enough: the last phase has to do better. */
    void rework() {
        node.put("done", done() - 1);
    }

    /** What the next attempt should look at. */
    void feedback(JsonNode feedback) {
        node.set("feedback", feedback);
    }

    void fail(String error, BigDecimal cost) {
        String text = error.strip().replaceAll("\\s+", " ");
        ObjectNode failure = node.withArray("failures").addObject();
        failure.put("attempt", attempt()).put("tier", tier()).put("cost_usd", Usd.plain(cost));
        failure.put("error", text.length() > LONGEST_ERROR ? text.substring(0, LONGEST_ERROR) : text);
    }

    /** The failures of the current phase, in their order. */
    List<Failure> failures() {
        List<Failure> failures = new ArrayList<>();
        node.withArray("failures")
                .forEach(f -> failures.add(
                        new Failure(f.get("tier").textValue(), f.get("error").textValue())));
        return failures;
    }

    Retries retries() {
        JsonNode settings = node.get("settings");
        return new Retries(
                settings.get("escalate_after").intValue(),
                settings.get("max_retries").intValue(),
                settings.get("breaker").intValue());
    }

    boolean atTopTier() {
        return tierNumber() == settings("tiers").size() - 1;
    }

    void raiseTier() {
        node.put("tier", settings("tiers").get(tierNumber() + 1));
        node.put("escalations", node.get("escalations").intValue() + 1);
    }

    /** The phase runs once more, another way than the last time at this tier. */
    void tryAgain() {
        long before = failures().stream().filter(f -> f.tier().equals(tier())).count();
        attempt(attempt() + 1, (int) before);
    }

    private void begin() {
        int number = done();
        JsonNode carried = node.path("carried");
        boolean takenUp = carried.path("done").asInt(-1) == number;
        ObjectNode phase = (ObjectNode) node.get("phases").get(number);
        List<String> tiers = settings("tiers");
        String tier = (takenUp ? carried : phase).get("tier").textValue();
        node.put("current_phase", phase.get("name").textValue());
        node.put("tier", tiers.contains(tier) ? tier : tiers.get(0));
        node.set("feedback", takenUp ? carried.get("feedback") : null);
        node.putArray("failures");
        attempt(1, 0);
    }

    private void attempt(int number, int atThisTier) {
        List<String> strategies = settings("strategies");
        node.put("attempt", number);
        node.put("strategy", strategies.get(Math.min(atThisTier, strategies.size() - 1)));
        current().put("attempts", current().get("attempts").intValue() + 1);
    }

    private ObjectNode current() {
        return (ObjectNode)
                node.get("phases").get(Math.min(done(), node.get("phases").size() - 1));
    }

    private int tierNumber() {
        return settings("tiers").indexOf(tier());
    }

    private List<String> settings(String name) {
        List<String> values = new ArrayList<>();
        node.get("settings").get(name).forEach(v -> values.add(v.textValue()));
        return values;
    }

    void stop(String cause) {
        node.put("stopped_because", cause);
    }

    boolean stopped() {
        return node.has("stopped_because");
    }
}
