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
 * The progress of a pipeline run. It is part of the task's data, so it is written together with the task's state.
 * It has no copy of the state and the time of its last change, which are columns of the task's row.
 */
final class Checkpoint {

    static final String NAME = "checkpoint";

    private static final int LONGEST_ERROR = 1000;

    private final ObjectNode node;

    private Checkpoint(ObjectNode node) {
        this.node = node;
    }

    static Optional<Checkpoint> find(Task task) {
        return task.data().get(NAME) instanceof ObjectNode node ? Optional.of(new Checkpoint(node)) : Optional.empty();
    }

    static Checkpoint of(Task task) {
        return find(task).orElseThrow();
    }

    static Checkpoint create(Task task, PipelineSettings settings) {
        Checkpoint checkpoint = new Checkpoint(task.data().putObject(NAME));
        checkpoint.node.set("settings", RunSettings.of(settings).node());
        checkpoint.node.putNull("current_phase").put("attempt", 0).put("cost_total_usd", BigDecimal.ZERO);
        checkpoint.node.put("clarification_rounds", 0).put("escalations", 0);
        return checkpoint;
    }

    /** Continues a stopped run: takes over its threshold, cost, phases, tier and feedback. */
    void resumeFrom(Checkpoint earlier) {
        settings().copyThreshold(earlier.settings());
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

    RunSettings settings() {
        return new RunSettings((ObjectNode) node.get("settings"));
    }

    void setClassification(String intent, JsonNode confidence) {
        node.put("intent", intent);
        node.set("confidence", confidence);
        node.remove("questions");
    }

    void setQuestions(JsonNode questions) {
        node.set("questions", questions);
    }

    /** Counts a clarification round, and removes and returns its questions. */
    JsonNode completeClarification() {
        node.put("clarification_rounds", clarificationRounds() + 1);
        JsonNode questions = node.remove("questions");
        return questions == null ? Json.node(List.of()) : questions;
    }

    int clarificationRounds() {
        return node.get("clarification_rounds").intValue();
    }

    String intent() {
        return node.path("intent").textValue();
    }

    String pipeline() {
        return node.path("pipeline").textValue();
    }

    /** @param budget null for the pipeline's budget */
    void assign(Pipeline pipeline, BigDecimal budget) {
        startPipeline(pipeline.name(), pipeline.phases(), budget == null ? pipeline.budgetUsd() : budget);
    }

    /** Uses the phases of the run that this one continues. */
    void assignFromEarlierRun(String pipeline, BigDecimal budget) {
        startPipeline(pipeline, phases(node.get("carried").get("phases")), budget);
    }

    /** Whether this run continues a stopped one. */
    boolean isResumed() {
        return node.has("carried");
    }

    private void startPipeline(String pipeline, List<Phase> phases, BigDecimal budget) {
        node.put("pipeline", pipeline).put("budget_usd", Usd.plain(budget)).put("done", 0);
        ArrayNode phaseNodes = node.putArray("phases");
        for (Phase phase : phases) {
            ObjectNode phaseNode = phaseNodes.addObject();
            phaseNode.put("name", phase.name()).put("agent", phase.agent()).put("tier", phase.tier());
            phaseNode.put("attempts", 0).put("cost_usd", BigDecimal.ZERO);
        }
        startPhase();
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

    int phasesDone() {
        return node.path("done").intValue();
    }

    String currentPhase() {
        return node.get("current_phase").textValue();
    }

    String agent() {
        return currentPhaseNode().get("agent").textValue();
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

    void addCost(BigDecimal cost) {
        ObjectNode phase = currentPhaseNode();
        node.put("cost_total_usd", Usd.plain(cost().add(cost)));
        phase.put("cost_usd", Usd.plain(Usd.of(phase.get("cost_usd")).add(cost)));
    }

    void completePhase() {
        node.put("done", phasesDone() + 1);
        if (phasesDone() < node.get("phases").size()) {
            startPhase();
        }
    }

    /** Marks the current phase as done by an earlier run. */
    void carriedFrom(String run) {
        currentPhaseNode().put("carried_from", run);
    }

    /** After a failed verification the last phase has to run again. */
    void reopenLastPhase() {
        node.put("done", phasesDone() - 1);
    }

    /** Information for the next attempt. */
    void setFeedback(JsonNode feedback) {
        node.set("feedback", feedback);
    }

    void addFailure(String error, BigDecimal cost) {
        String text = error.strip().replaceAll("\\s+", " ");
        ObjectNode failure = node.withArray("failures").addObject();
        failure.put("attempt", attempt()).put("tier", tier()).put("cost_usd", Usd.plain(cost));
        failure.put("error", text.length() > LONGEST_ERROR ? text.substring(0, LONGEST_ERROR) : text);
    }

    /** The failures of the current phase, oldest first. */
    List<Failure> failures() {
        List<Failure> failures = new ArrayList<>();
        node.withArray("failures")
                .forEach(f -> failures.add(
                        new Failure(f.get("tier").textValue(), f.get("error").textValue())));
        return failures;
    }

    boolean atTopTier() {
        return tierIndex() == settings().tiers().size() - 1;
    }

    void raiseTier() {
        node.put("tier", settings().tiers().get(tierIndex() + 1));
        node.put("escalations", node.get("escalations").intValue() + 1);
    }

    /** Runs the phase again, with the next strategy for the current tier. */
    void startNextAttempt() {
        long failuresAtTier =
                failures().stream().filter(f -> f.tier().equals(tier())).count();
        startAttempt(attempt() + 1, (int) failuresAtTier);
    }

    /** The phase in which an earlier run stopped continues with that run's tier and feedback. */
    private void startPhase() {
        int index = phasesDone();
        JsonNode carried = node.path("carried");
        boolean resumesHere = carried.path("done").asInt(-1) == index;
        ObjectNode phase = (ObjectNode) node.get("phases").get(index);
        List<String> tiers = settings().tiers();
        String tier = (resumesHere ? carried : phase).get("tier").textValue();
        node.put("current_phase", phase.get("name").textValue());
        node.put("tier", tiers.contains(tier) ? tier : tiers.get(0));
        node.set("feedback", resumesHere ? carried.get("feedback") : null);
        node.putArray("failures");
        startAttempt(1, 0);
    }

    private void startAttempt(int number, int failuresAtTier) {
        List<String> strategies = settings().strategies();
        ObjectNode phase = currentPhaseNode();
        node.put("attempt", number);
        node.put("strategy", strategies.get(Math.min(failuresAtTier, strategies.size() - 1)));
        phase.put("attempts", phase.get("attempts").intValue() + 1);
    }

    private ObjectNode currentPhaseNode() {
        JsonNode phases = node.get("phases");
        return (ObjectNode) phases.get(Math.min(phasesDone(), phases.size() - 1));
    }

    private int tierIndex() {
        return settings().tiers().indexOf(tier());
    }

    void stop(String cause) {
        node.put("stopped_because", cause);
    }

    boolean isStopped() {
        return node.has("stopped_because");
    }
}
