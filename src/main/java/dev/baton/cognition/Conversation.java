package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import java.util.Set;

/** What was said about a task: a list that only grows. */
final class Conversation {

    private Conversation() {}

    /** Whatever happens to a task can bring messages along. */
    static void goesOn(Move move) {
        move.payload()
                .path(TaskContext.MESSAGES)
                .forEach(message -> move.record(TaskContext.MESSAGES, unsigned(message)));
    }

    /** Who said it and when is the server's to say. */
    static JsonNode unsigned(JsonNode message) {
        return message instanceof ObjectNode object ? object.deepCopy().without(Set.of("by", "at")) : message;
    }

    static void says(Move move, String role, String text) {
        move.record(TaskContext.MESSAGES, Json.object().put("role", role).put("text", text));
    }
}
