package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import dev.baton.move.Move;

/** Appends to the records {@code comments} of a task. */
final class Comments {

    private Comments() {}

    static void add(Move move, String kind, JsonNode text) {
        move.record("comments", Json.object().put("kind", kind).set("text", text));
    }

    static void add(Move move, String kind, String text) {
        add(move, kind, Json.node(text));
    }
}
