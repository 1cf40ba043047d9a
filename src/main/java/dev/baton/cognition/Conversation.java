package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import java.util.Set;

/** Appends messages to the records of a task. */
final class Conversation {

    private Conversation() {}

    /** Appends the messages of the move's payload. */
    static void appendMessages(Move move) {
        move.payload()
                .path(TaskContext.MESSAGES)
                .forEach(message -> move.record(TaskContext.MESSAGES, withoutAuthorAndTime(message)));
    }

    /** The server sets author and time of a message, so those sent by the caller are removed. */
    static JsonNode withoutAuthorAndTime(JsonNode message) {
        return message instanceof ObjectNode object ? object.deepCopy().without(Set.of("by", "at")) : message;
    }

    static void append(Move move, String role, String text) {
        move.record(TaskContext.MESSAGES, Json.object().put("role", role).put("text", text));
    }
}
