package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.baton.json.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills a payload with values. A text that is one reference, {@code ${result.plan}}, becomes the value itself; references
 * within a text become text. {@code {from: result.plan, default: …}} has a default. Fields without a value are left out.
 */
final class PayloadTemplate {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z0-9_.-]+)}");
    private static final String FROM = "from";
    private static final String DEFAULT = "default";

    private PayloadTemplate() {}

    static ObjectNode fill(JsonNode template, JsonNode values) {
        JsonNode filled = value(template, values);
        return filled.isObject() ? (ObjectNode) filled : Json.object();
    }

    private static JsonNode value(JsonNode template, JsonNode values) {
        if (template.isTextual()) {
            return text(template.asText(), values);
        }
        if (template.isArray()) {
            ArrayNode list = Json.object().putArray("list");
            template.forEach(item -> addPresent(list, value(item, values)));
            return list;
        }
        if (!template.isObject()) {
            return template;
        }
        if (template.path(FROM).isTextual() && template.size() == (template.has(DEFAULT) ? 2 : 1)) {
            JsonNode found = find(template.get(FROM).asText(), values);
            return present(found) || !template.has(DEFAULT) ? found : value(template.get(DEFAULT), values);
        }
        ObjectNode object = Json.object();
        template.properties().forEach(field -> {
            JsonNode filled = value(field.getValue(), values);
            if (!filled.isMissingNode()) {
                object.set(field.getKey(), filled);
            }
        });
        return object;
    }

    private static void addPresent(ArrayNode list, JsonNode item) {
        if (!item.isMissingNode()) {
            list.add(item);
        }
    }

    private static JsonNode text(String template, JsonNode values) {
        Matcher whole = REFERENCE.matcher(template);
        if (whole.matches()) {
            JsonNode found = find(whole.group(1), values);
            return found.isNull() ? MissingNode.getInstance() : found;
        }
        return TextNode.valueOf(REFERENCE.matcher(template).replaceAll(reference -> {
            JsonNode found = find(reference.group(1), values);
            String text = found.isValueNode() ? found.asText() : found.isMissingNode() ? "" : found.toString();
            return Matcher.quoteReplacement(found.isNull() ? "" : text);
        }));
    }

    /** A value by its path, such as {@code task.data.round}; missing if there is none. */
    static JsonNode find(String path, JsonNode values) {
        JsonNode found = values;
        for (String name : path.split("\\.")) {
            found = found.path(name);
        }
        return found;
    }

    private static boolean present(JsonNode value) {
        return !value.isMissingNode()
                && !value.isNull()
                && !(value.isTextual() && value.asText().isBlank());
    }

    static boolean has(String path, JsonNode values) {
        return path != null && present(find(path, values));
    }
}
