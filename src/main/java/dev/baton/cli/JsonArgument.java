package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.baton.cli.client.UsageProblem;
import dev.baton.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A JSON object on the command line: as text, as {@code @file}, or {@code -} for standard input. */
final class JsonArgument {

    private JsonArgument() {}

    /**
     * @param text null for none
     * @param fields single fields that are added; values that are not JSON are texts
     * @return null if there is neither
     */
    static ObjectNode object(String option, String text, Map<String, String> fields) {
        ObjectNode object = text == null ? null : read(option, text);
        if (fields != null && !fields.isEmpty()) {
            ObjectNode all = object == null ? Json.object() : object;
            fields.forEach((name, value) -> all.set(name, value(value)));
            return all;
        }
        return object;
    }

    private static ObjectNode read(String option, String text) {
        try {
            if (Json.readFromOutside(content(text)) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new UsageProblem(option + ": " + text.substring(1) + " can't be read.");
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(option + ": " + e.getMessage());
        }
        throw new UsageProblem(option + " needs a JSON object, such as '{\"reason\":\"…\"}'.");
    }

    private static String content(String text) throws IOException {
        if (text.equals("-")) {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        }
        return text.startsWith("@") ? Files.readString(Path.of(text.substring(1))) : text;
    }

    private static JsonNode value(String text) {
        try {
            JsonNode value = Json.readFromOutside(text);
            return value.isMissingNode() ? TextNode.valueOf(text) : value;
        } catch (IllegalArgumentException e) {
            return TextNode.valueOf(text);
        }
    }
}
