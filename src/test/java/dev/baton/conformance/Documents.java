package dev.baton.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Baton;
import java.util.List;
import java.util.Random;

/** Makes up documents that fit a JSON Schema, as far as its types, bounds and enumerations go. */
final class Documents {

    private final JsonNode root;
    private final Random random;
    private final List<String> words;

    /** @param words texts that are mostly taken where the schema asks for any text; none for any */
    Documents(JsonNode root, Random random, List<String> words) {
        this.root = root;
        this.random = random;
        this.words = words;
    }

    JsonNode next() {
        return of(root);
    }

    private JsonNode of(JsonNode schema) {
        if (schema.has("$ref")) {
            return of(root.at(schema.get("$ref").asText().substring(1)));
        }
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.has("enum")) {
            return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        for (String choice : new String[] {"oneOf", "anyOf"}) {
            if (schema.has(choice) && !schema.has("type")) {
                return of(
                        schema.get(choice).get(random.nextInt(schema.get(choice).size())));
            }
        }
        return switch (type(schema)) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "integer" -> Baton.JSON.valueToTree(number(schema));
            case "number" ->
                Baton.JSON.valueToTree(Math.max(number(schema) - random.nextInt(100) / 100.0, least(schema)));
            case "boolean" -> Baton.JSON.valueToTree(random.nextBoolean());
            case "null" -> Baton.JSON.nullNode();
            default -> Baton.JSON.valueToTree(text(schema));
        };
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray() ? type.get(0).asText() : type.asText(schema.has("properties") ? "object" : "string");
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = Baton.JSON.createObjectNode();
        schema.path("properties").fields().forEachRemaining(property -> {
            if (required(schema, property.getKey()) || random.nextBoolean()) {
                object.set(property.getKey(), of(property.getValue()));
            }
        });
        return object;
    }

    private static boolean required(JsonNode schema, String property) {
        for (JsonNode name : schema.path("required")) {
            if (name.asText().equals(property)) {
                return true;
            }
        }
        return false;
    }

    private ArrayNode array(JsonNode schema) {
        ArrayNode array = Baton.JSON.createArrayNode();
        int least = schema.path("minItems").asInt(0);
        int most = Math.min(schema.path("maxItems").asInt(least + 2), least + 2);
        int size = least + random.nextInt(most - least + 1);
        for (int i = 0; i < size; i++) {
            array.add(of(schema.path("items")));
        }
        return array;
    }

    private int number(JsonNode schema) {
        int least = least(schema);
        int most = Math.min(schema.path("maximum").asInt(least + 10), least + 10);
        return least + random.nextInt(Math.max(1, most - least + 1));
    }

    private static int least(JsonNode schema) {
        return schema.path("minimum").asInt(schema.path("exclusiveMinimum").asInt(-1) + 1);
    }

    private String text(JsonNode schema) {
        if (schema.path("format").asText().startsWith("date")) {
            return schema.get("format").asText().equals("date") ? "2031-02-03" : "2031-02-03T04:05:06Z";
        }
        int least = schema.path("minLength").asInt(1);
        int most = Math.min(schema.path("maxLength").asInt(least + 5), least + 5);
        if (!words.isEmpty() && random.nextInt(5) > 0) {
            return words.get(random.nextInt(words.size()));
        }
        return "x".repeat(least + random.nextInt(Math.max(1, most - least + 1)));
    }
}
