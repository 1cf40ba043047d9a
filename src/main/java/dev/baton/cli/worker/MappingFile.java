package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.UsageProblem;
import dev.baton.cli.worker.Mapping.MoveTemplate;
import dev.baton.cli.worker.Mapping.Take;
import dev.baton.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads a mapping from YAML: one of the shipped ones by its name, or a file. Reports all mistakes at once. */
final class MappingFile {

    static final List<String> SHIPPED =
            List.of("work-queue", "work-queue-started", "peer-review", "governed", "cognitive", "pipeline");

    private static final Set<String> FIELDS =
            Set.of("lifecycle", "take", "run", "before", "success", "failure", "block", "release", "lost", "round");
    private static final Map<Outcome.Kind, String> OUTCOMES = Map.of(
            Outcome.Kind.SUCCESS, "success",
            Outcome.Kind.FAILURE, "failure",
            Outcome.Kind.BLOCK, "block",
            Outcome.Kind.RELEASE, "release");

    private final String name;
    private final List<String> faults = new ArrayList<>();

    private MappingFile(String name) {
        this.name = name;
    }

    /** @param name a shipped mapping or the path of a file */
    static Mapping read(String name) {
        return new MappingFile(name).mapping(text(name));
    }

    static String text(String name) {
        if (!SHIPPED.contains(name)) {
            try {
                return Files.readString(Path.of(name));
            } catch (IOException | IllegalArgumentException e) {
                throw new UsageProblem("There is no mapping '" + name + "'. Shipped are " + String.join(", ", SHIPPED)
                        + "; for another lifecycle write a file (docs/agents.md) and name it with --mapping.");
            }
        }
        try (InputStream resource = MappingFile.class.getResourceAsStream("/worker/" + name + ".yaml")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UsageProblem("The shipped mapping " + name + " can't be read.");
        }
    }

    private Mapping mapping(String text) {
        JsonNode root = parse(text);
        root.fieldNames().forEachRemaining(field -> {
            if (!FIELDS.contains(field)) {
                faults.add(field + ": there is no such field; there are "
                        + String.join(", ", FIELDS.stream().sorted().toList()));
            }
        });
        String lifecycle = root.path("lifecycle").asText("");
        List<String> run = texts(root, "run");
        if (lifecycle.isBlank()) {
            faults.add("lifecycle: it is missing");
        }
        if (run.isEmpty()) {
            faults.add("run: name at least one state in which the command runs");
        }
        List<Take> take = new ArrayList<>();
        root.path("take").forEach(way -> take.add(take(way)));
        if (take.isEmpty()) {
            faults.add("take: say how the worker gets a task: '- claim', or a state to search in");
        }
        Map<Outcome.Kind, Map<String, List<MoveTemplate>>> moves = new EnumMap<>(Outcome.Kind.class);
        OUTCOMES.forEach((kind, field) -> moves.put(kind, byState(root, field)));
        Mapping mapping = new Mapping(
                lifecycle, take, run, byState(root, "before"), moves, byState(root, "lost"), texts(root, "round"));
        if (!faults.isEmpty()) {
            throw new UsageProblem("The mapping " + name + " can't be used:\n  " + String.join("\n  ", faults));
        }
        return mapping;
    }

    private JsonNode parse(String text) {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        strict.setMaxAliasesForCollections(10);
        try {
            JsonNode root = Json.node(new Yaml(new SafeConstructor(strict)).load(text));
            if (root != null && root.isObject()) {
                return root;
            }
            throw new UsageProblem("The mapping " + name + " is not a YAML object.");
        } catch (YAMLException e) {
            throw new UsageProblem("The mapping " + name + " is not YAML: " + e.getMessage());
        }
    }

    private Take take(JsonNode way) {
        if (way.isTextual() && way.asText().equals("claim")) {
            return new Take(null, false, List.of());
        }
        if (!way.path("state").isTextual()) {
            faults.add("take: '" + way + "' is neither 'claim' nor has a 'state'");
        }
        return new Take(
                way.path("state").asText(""), way.path("mine").asBoolean(), moves("take.moves", way.path("moves")));
    }

    private Map<String, List<MoveTemplate>> byState(JsonNode root, String field) {
        Map<String, List<MoveTemplate>> all = new LinkedHashMap<>();
        root.path(field)
                .properties()
                .forEach(state -> all.put(state.getKey(), moves(field + "." + state.getKey(), state.getValue())));
        return all;
    }

    private List<MoveTemplate> moves(String where, JsonNode list) {
        List<MoveTemplate> moves = new ArrayList<>();
        if (!list.isArray() && !list.isMissingNode()) {
            faults.add(where + ": this has to be a list of moves");
        }
        for (JsonNode move : list) {
            JsonNode trigger = move.isTextual() ? move : move.path("trigger");
            if (!trigger.isTextual()) {
                faults.add(where + ": '" + move + "' has no 'trigger'");
            }
            JsonNode payload = move.path("payload").isObject() ? move.get("payload") : Json.object();
            moves.add(new MoveTemplate(
                    trigger.asText(), payload, move.path("unless").asText(null)));
        }
        return moves;
    }

    private static List<String> texts(JsonNode root, String field) {
        List<String> texts = new ArrayList<>();
        root.path(field).forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
