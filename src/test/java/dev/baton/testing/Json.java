package dev.baton.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Shorthands for reading answers. */
public final class Json {

    private Json() {}

    public static JsonNode read(String text) {
        try {
            return Baton.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) read(text);
    }

    public static List<JsonNode> list(JsonNode array) {
        List<JsonNode> items = new ArrayList<>();
        array.forEach(items::add);
        return items;
    }

    public static List<String> texts(JsonNode array) {
        return list(array).stream().map(JsonNode::asText).toList();
    }
}
