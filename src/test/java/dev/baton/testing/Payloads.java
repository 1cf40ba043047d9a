package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Payloads for requests that any arrow could be meant by. */
public final class Payloads {

    private Payloads() {}

    /** Of a payload what the arrow takes that a request by {@code trigger} or {@code to} finds; nothing if there is none. */
    public static String fitting(Caller caller, String id, String field, String value, String everything) {
        ObjectNode payload = Json.object(everything);
        JsonNode options =
                caller.get("/api/tasks/" + id + "/transitions").expect(200).json();
        Set<String> names = Json.list(options.get("transitions")).stream()
                .filter(option -> field.equals("trigger")
                        ? option.get("trigger").asText().equals(value)
                        : Json.texts(option.get("to")).contains(value))
                .filter(option -> !Json.texts(option.get("roles")).equals(List.of("system")))
                .sorted(Comparator.comparing(
                        option -> Json.texts(option.get("to")).size()))
                .limit(1)
                .map(option -> Json.list(option.get("artifacts")).stream()
                        .map(artifact -> artifact.get("name").asText())
                        .filter(payload::has)
                        .collect(Collectors.toCollection(TreeSet::new)))
                .findFirst()
                .orElseGet(TreeSet::new);
        return payload.retain(names).toString();
    }
}
