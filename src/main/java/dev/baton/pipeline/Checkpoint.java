package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
        checkpoint.node.put("escalations", 0);
        checkpoint.classification().start();
        return checkpoint;
    }

    /** Continues a stopped run: takes over its threshold, cost, phases with the tiers they reached, and feedback. */
    void resumeFrom(Checkpoint earlier) {
        settings().copyThreshold(earlier.settings());
        node.set("cost_total_usd", earlier.node.get("cost_total_usd"));
        ObjectNode carried = node.putObject("carried");
        for (String name : List.of("done", "feedback", "repair", "phases")) {
            JsonNode value = earlier.node.get(name);
            carried.set(name, value == null ? null : value.deepCopy());
        }
        if (earlier.phases().inProgress()) {
            carried().current().reach(earlier.tier());
        }
    }

    ObjectNode node() {
        return node;
    }

    /** The phases of this run; there are none before a pipeline is assigned. */
    RunPhases phases() {
        return new RunPhases(node);
    }

    RunBudget budget() {
        return new RunBudget(node);
    }

    RunSettings settings() {
        return new RunSettings((ObjectNode) node.get("settings"));
    }

    RunClassification classification() {
        return new RunClassification(node);
    }

    String pipeline() {
        return node.path("pipeline").textValue();
    }

    /** @param budget null for the pipeline's budget */
    void assign(Pipeline pipeline, BigDecimal budget) {
        node.put("repair", pipeline.repairPhase());
        startPipeline(pipeline.name(), pipeline.phases(), budget == null ? pipeline.budgetUsd() : budget);
    }

    /** Uses the phases of the run that this one continues. */
    void assignFromEarlierRun(String pipeline, BigDecimal budget) {
        node.set("repair", node.get("carried").get("repair"));
        startPipeline(pipeline, carried().list(), budget);
    }

    /** The phases of the run that this one continues, as far as they had come there. */
    private RunPhases carried() {
        return new RunPhases((ObjectNode) node.get("carried"));
    }

    /** Whether this run continues a stopped one. */
    boolean isResumed() {
        return node.has("carried");
    }

    private void startPipeline(String pipeline, List<Phase> phases, BigDecimal budget) {
        node.put("pipeline", pipeline);
        budget().limit(budget);
        phases().start(phases);
        startPhase();
    }

    String currentPhase() {
        return node.get("current_phase").textValue();
    }

    String agent() {
        return phases().current().agent();
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

    void completePhase() {
        phases().current().complete(tier(), node.get("failures"));
        phases().done(phases().done() + 1);
        if (phases().inProgress()) {
            startPhase();
        }
    }

    /** Marks the current phase as done by an earlier run. */
    void carriedFrom(String run) {
        phases().current().carryFrom(run);
    }

    /** After a failed verification this phase has to run again, and those after it. Its failures still count. */
    void reopen(int index) {
        phases().reopenFrom(index);
        PhaseProgress phase = phases().current();
        node.put("current_phase", phase.name());
        node.put("attempt", phase.attempts());
        useTier(phase.tierReached());
        node.set("failures", phase.takeFailures());
    }

    /** Runs the phase that is to run next at this tier, or the one that will repair what the verification finds. */
    void startAtTier(String tier) {
        if (phases().inProgress()) {
            useTier(tier);
        } else {
            phases().get(phases().repairIndex()).reach(tier);
        }
    }

    private void useTier(String tier) {
        node.put("tier", tier);
        phases().current().reach(tier);
    }

    /** Adds what an attempt of the current phase has cost. */
    void spendOnPhase(BigDecimal cost) {
        phases().current().addCost(cost);
        budget().spend(cost);
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
        useTier(settings().tiers().get(tierIndex() + 1));
        node.put("escalations", node.get("escalations").intValue() + 1);
    }

    /** Runs the phase again, with the next strategy for the current tier. */
    void startNextAttempt() {
        long failuresAtTier =
                failures().stream().filter(f -> f.tier().equals(tier())).count();
        startAttempt((int) failuresAtTier);
    }

    /** A phase that an earlier run has begun goes on at the tier reached there; the one it stopped in has its feedback. */
    private void startPhase() {
        int index = phases().done();
        PhaseProgress phase = phases().current();
        boolean carriedOn = isResumed() && !phase.hasBegun();
        String tier = (carriedOn ? carried().get(index) : phase).tierReached();
        List<String> tiers = settings().tiers();
        node.put("current_phase", phase.name());
        useTier(tiers.contains(tier) ? tier : tiers.get(0));
        node.set("feedback", carriedOn && carried().done() == index ? node.at("/carried/feedback") : null);
        node.putArray("failures");
        startAttempt(0);
    }

    private void startAttempt(int failuresAtTier) {
        List<String> strategies = settings().strategies();
        node.put("attempt", phases().current().countAttempt());
        node.put("strategy", strategies.get(Math.min(failuresAtTier, strategies.size() - 1)));
    }

    private int tierIndex() {
        return settings().tiers().indexOf(tier());
    }

    ObjectNode memory() {
        return node.withObject("/memory");
    }

    void stop(String cause) {
        node.put("stopped_because", cause);
    }

    boolean isStopped() {
        return node.has("stopped_because");
    }
}
