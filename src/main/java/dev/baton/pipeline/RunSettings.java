package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.util.ArrayList;
import java.util.List;

/** The settings that a run started with. They are kept in its checkpoint, so that a changed file does not affect it. */
record RunSettings(ObjectNode node) {

    static RunSettings of(PipelineSettings settings) {
        ObjectNode node = Json.object();
        node.put("threshold", settings.threshold());
        node.set("tiers", Json.node(settings.tiers()));
        node.set("strategies", Json.node(settings.strategies()));
        node.put("escalate_after", settings.retries().escalateAfter());
        node.put("max_retries", settings.retries().max());
        node.put("breaker", settings.retries().breaker());
        return new RunSettings(node);
    }

    double threshold() {
        return node.get("threshold").doubleValue();
    }

    void copyThreshold(RunSettings other) {
        node.set("threshold", other.node.get("threshold"));
    }

    List<String> tiers() {
        return texts("tiers");
    }

    List<String> strategies() {
        return texts("strategies");
    }

    Retries retries() {
        return new Retries(
                node.get("escalate_after").intValue(),
                node.get("max_retries").intValue(),
                node.get("breaker").intValue());
    }

    private List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode text : node.get(name)) {
            texts.add(text.textValue());
        }
        return texts;
    }
}
