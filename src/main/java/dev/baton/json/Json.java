package dev.baton.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: documents of the ledger, values for expressions, and text from callers. */
public final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // sums of money stay exact
            .build();
    private static final ObjectMapper OUTSIDE = JsonMapper.builder(new StrictJsonFactory(64))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) read(text);
    }

    public static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** A document that came as text through Camunda's API. */
    public static JsonNode readFromOutside(String text) {
        try {
            return OUTSIDE.readTree(text);
        } catch (StrictJsonFactory.Refused e) {
            throw new IllegalArgumentException("not JSON that can be read: " + e.getOriginalMessage(), e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON that can be read", e);
        }
    }

    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    public static JsonNode node(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** As plain Java: maps, lists, texts, numbers, booleans; null for the JSON null. */
    public static Object value(JsonNode node) {
        return MAPPER.convertValue(node, Object.class);
    }

    public static Map<String, Object> map(JsonNode object) {
        return MAPPER.convertValue(object, MAP);
    }

    public static List<String> strings(String text) {
        try {
            return MAPPER.readValue(text, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
