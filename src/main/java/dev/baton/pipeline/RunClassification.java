package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.util.List;

/**
 * The classification of a run's request, and the questions to a person if it was below the threshold.
 *
 * @param node the checkpoint
 */
record RunClassification(ObjectNode node) {

    void start() {
        node.put("clarification_rounds", 0);
    }

    void accept(String intent, JsonNode confidence) {
        node.put("intent", intent);
        node.set("confidence", confidence);
        node.remove("questions");
    }

    void ask(JsonNode questions) {
        node.set("questions", questions);
    }

    /** Counts a clarification round, and removes and returns its questions. */
    JsonNode completeRound() {
        node.put("clarification_rounds", rounds() + 1);
        JsonNode questions = node.remove("questions");
        return questions == null ? Json.node(List.of()) : questions;
    }

    int rounds() {
        return node.get("clarification_rounds").intValue();
    }

    /** Null before the first classification. */
    String intent() {
        return node.path("intent").textValue();
    }

    JsonNode confidence() {
        return node.get("confidence");
    }
}
