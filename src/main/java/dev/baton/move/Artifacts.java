package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks the payload of a move against the artifacts of an exit, and stores them in the task's data. */
final class Artifacts {

    private Artifacts() {}

    /** Variables of the engine are flat, so an artifact that is an object or array arrives as JSON text. */
    static void parseStructured(Guard guard, Move move) {
        for (Guard.Artifact artifact : guard.artifacts()) {
            Schema schema = move.schemas().get(artifact.name());
            JsonNode value = move.payload().get(artifact.name());
            if (value != null && value.isTextual() && schema.structured()) {
                try {
                    move.payload().set(artifact.name(), Json.readFromOutside(value.textValue()));
                } catch (IllegalArgumentException e) {
                    throw move.refusal(
                            Reason.INVALID,
                            List.of(new Fault(artifact.name(), artifact.name() + ": " + e.getMessage())));
                }
            }
        }
    }

    private static boolean isBlank(JsonNode document) {
        return document.isTextual() && document.textValue().isBlank();
    }

    /** Fields that the arrow does not declare. The payload is for the first arrow only; the system may send any field. */
    static List<Fault> undeclared(Guard guard, Move move, Exit exit) {
        if (move.actor().isSystem() || !move.entries().isEmpty()) {
            return List.of();
        }
        Set<String> declared =
                guard.artifacts().stream().map(Guard.Artifact::name).collect(Collectors.toCollection(TreeSet::new));
        if (!move.isNew()) {
            declared.addAll(move.lifecycle().payloadFields());
        }
        Set<String> later =
                move.isNew() && move.lifecycle().freeData() ? move.lifecycle().laterData() : null;
        List<Fault> faults = new ArrayList<>();
        move.payload().fieldNames().forEachRemaining(name -> {
            if (later == null ? !declared.contains(name) : later.contains(name)) {
                faults.add(new Fault(name, notDeclared(name, declared, move, exit)));
            }
        });
        return faults;
    }

    private static String notDeclared(String name, Set<String> declared, Move move, Exit exit) {
        String fields = declared.isEmpty() ? "no fields" : String.join(", ", declared);
        if (move.isNew() && move.lifecycle().freeData()) {
            fields = (declared.isEmpty() ? "fields" : fields + " and others") + " that no transition brings";
        }
        return move.isNew()
                ? "'" + name + "' can't be given to a new " + move.task().lifecycle() + " task; its data takes "
                        + fields
                : "'" + name + "' is not a field of '" + exit.trigger() + "', which takes " + fields;
    }

    static List<Fault> faults(Guard guard, Move move, Exit exit) {
        List<Fault> faults = new ArrayList<>();
        for (Guard.Artifact artifact : guard.artifacts()) {
            JsonNode document = move.payload().get(artifact.name());
            Schema schema = move.schemas().get(artifact.name());
            if (isGiven(document, schema)) {
                schema.problems(document)
                        .forEach(problem -> faults.add(new Fault(
                                artifact.name(), artifact.name() + problem.path() + ": " + problem.message())));
            } else if (artifact.required()) {
                faults.add(new Fault(artifact.name(), missingArtifact(artifact.name(), schema, move, exit)));
            }
        }
        return faults;
    }

    /** Null counts as a value only if the schema allows it; otherwise it means that there is none, as blank text does. */
    private static boolean isGiven(JsonNode document, Schema schema) {
        return document != null
                && !isBlank(document)
                && (!document.isNull() || schema.problems(document).isEmpty());
    }

    /** Uses the title of the schema if there is one: "Work plan required for IN_PROGRESS". */
    private static String missingArtifact(String name, Schema schema, Move move, Exit exit) {
        Set<String> targets = move.lifecycle().targets(move.task().state(), exit);
        return schema.title() == null
                ? name + " is required for '" + exit.trigger() + "': send it in the payload"
                : schema.title() + " required for "
                        + (targets.size() == 1 ? targets.iterator().next() : "'" + exit.trigger() + "'");
    }

    static void store(Guard guard, Move move) {
        for (Guard.Artifact artifact : guard.artifacts()) {
            JsonNode document = move.payload().get(artifact.name());
            if (document != null && !isBlank(document) && guard.keeps(artifact)) {
                move.task().data().set(artifact.name(), document);
            }
        }
    }

    /** The data that a state requires and the task does not have. */
    static List<Fault> missingData(State state, Move move) {
        return state.holds().stream()
                .filter(name -> move.task().data().path(name).isMissingNode()
                        || move.task().data().path(name).isNull())
                .map(name -> {
                    Schema schema = move.schemas().get(name);
                    String title = schema == null || schema.title() == null ? name : schema.title();
                    return new Fault(name, title + " required for " + state.name());
                })
                .toList();
    }
}
