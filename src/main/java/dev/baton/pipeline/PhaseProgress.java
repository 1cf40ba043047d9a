package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.pipeline.PipelineSettings.Phase;
import java.math.BigDecimal;

/** A phase of a run and how far it has come; part of the checkpoint. */
record PhaseProgress(ObjectNode node) {

    static void add(ArrayNode phases, Phase phase) {
        ObjectNode node = phases.addObject();
        node.put("name", phase.name()).put("agent", phase.agent()).put("tier", phase.tier());
        node.put("review", phase.review());
        node.put("attempts", 0).put("cost_usd", BigDecimal.ZERO);
    }

    Phase phase() {
        return new Phase(name(), agent(), node.get("tier").textValue(), isReview());
    }

    String name() {
        return node.get("name").textValue();
    }

    String agent() {
        return node.get("agent").textValue();
    }

    boolean isReview() {
        return node.path("review").booleanValue();
    }

    /** The tier of its last attempt; before the first one, the tier that it begins at. */
    String tierReached() {
        return node.path("tier_reached").asText(node.get("tier").textValue());
    }

    boolean hasBegun() {
        return node.has("tier_reached");
    }

    void reach(String tier) {
        node.put("tier_reached", tier);
    }

    int attempts() {
        return node.get("attempts").intValue();
    }

    int countAttempt() {
        node.put("attempts", attempts() + 1);
        return attempts();
    }

    void addCost(BigDecimal cost) {
        node.put("cost_usd", Usd.plain(cost().add(cost)));
    }

    BigDecimal cost() {
        return Usd.of(node.get("cost_usd"));
    }

    /** @param failures kept for the case that the phase has to run again */
    void complete(String tier, JsonNode failures) {
        reach(tier);
        node.put("done_at_tier", tier);
        node.set("failures", failures);
    }

    JsonNode takeFailures() {
        JsonNode failures = node.remove("failures");
        return failures == null ? Json.object().putArray("failures") : failures;
    }

    /** Done by an earlier run: this run has made no attempt of its own. */
    void carryFrom(String run) {
        node.put("carried_from", run).put("attempts", 0);
    }

    boolean isCarried() {
        return node.has("carried_from");
    }

    /** The phase is to run again. */
    void reopen() {
        node.remove("carried_from");
        node.remove("done_at_tier");
    }
}
