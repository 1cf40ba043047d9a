package dev.baton.modeler;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The templates that the Modeler finds beside the shipped diagrams. */
final class ElementTemplates {

    /** One of them, and what it writes into an element. */
    record Template(String id, List<String> appliesTo, String becomes, List<JsonNode> properties) {

        /** Names of the properties, with their default values. */
        Map<String, String> written() {
            Map<String, String> written = new LinkedHashMap<>();
            properties.stream()
                    .filter(p -> p.at("/binding/type").asText().equals("camunda:property"))
                    .forEach(p -> written.put(
                            p.at("/binding/name").asText(), p.path("value").asText("")));
            return written;
        }
    }

    private static final Path FOLDER = Path.of("bpmn/.camunda/element-templates");

    private ElementTemplates() {}

    static List<Template> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Template> templates = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                Json.list(Json.read(Files.readString(file))).forEach(t -> templates.add(template(t)));
            }
            return templates;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Template template(JsonNode node) {
        return new Template(
                node.get("id").asText(),
                Json.list(node.get("appliesTo")).stream().map(JsonNode::asText).toList(),
                node.at("/elementType/value").asText(null),
                Json.list(node.get("properties")));
    }
}
