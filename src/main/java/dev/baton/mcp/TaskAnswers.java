package dev.baton.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.baton.api.ApiCalls;
import dev.baton.api.ApiCalls.Answer;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import java.util.List;
import org.springframework.stereotype.Component;

/** Shortens the API's answers to what an agent needs, and adds what it can do next. */
@Component
class TaskAnswers {

    /** Fields of a task that say nothing about what to do. */
    private static final List<String> LEFT_OUT =
            List.of("version", "createdAt", "updatedAt", "claimedAt", "active", "allowedTransitions");

    private static final int LONG_FIELD = 10_000;

    private final ApiCalls api;

    TaskAnswers(ApiCalls api) {
        this.api = api;
    }

    /** Without what is empty, says nothing about what to do, or is so long that it would fill a model's context. */
    static ObjectNode brief(JsonNode task) {
        ObjectNode brief = whole(task);
        if (brief.get("data") instanceof ObjectNode data) {
            ObjectNode shortened = Json.object();
            data.properties().forEach(field -> {
                int length = field.getValue().toString().length();
                shortened.set(
                        field.getKey(),
                        length <= LONG_FIELD
                                ? field.getValue()
                                : TextNode.valueOf("left out, it has " + length
                                        + " characters: get_task with view full shows it"));
            });
            brief.set("data", shortened);
        }
        return brief;
    }

    static ObjectNode whole(JsonNode task) {
        ObjectNode brief = withoutEmpty(task);
        brief.remove(LEFT_OUT);
        if (!brief.path("terminal").asBoolean()) {
            brief.remove("terminal");
        }
        return brief;
    }

    static ObjectNode withoutEmpty(JsonNode object) {
        ObjectNode filled = Json.object();
        object.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (!value.isNull() && (value.isValueNode() || !value.isEmpty())) {
                filled.set(field.getKey(), value);
            }
        });
        return filled;
    }

    static ObjectNode lifecycle(JsonNode table) {
        ObjectNode brief = withoutEmpty(table);
        brief.remove("schemas"); // those of a move are in its task's next moves
        brief.set("states", eachWithoutEmpty(table.path("states")));
        brief.set("transitions", eachWithoutEmpty(table.path("transitions")));
        brief.set("within", eachWithoutEmpty(table.path("within")));
        JsonNode start = brief.remove("start");
        if (start != null) {
            brief.set("dataOfANewTask", fields(start));
        }
        return brief;
    }

    private static ArrayNode eachWithoutEmpty(JsonNode objects) {
        ArrayNode brief = Json.object().arrayNode();
        objects.forEach(object -> brief.add(withoutEmpty(object)));
        return brief;
    }

    static ObjectNode moved(JsonNode moved, boolean dryRun) {
        ObjectNode result = Json.object().put(dryRun ? "wouldMove" : "moved", true);
        for (String name : List.of("from", "to", "trigger")) {
            result.set(name, moved.path(name));
        }
        for (String name : List.of("reactions", "report")) {
            if (!moved.path(name).isEmpty()) {
                result.set(name, moved.path(name));
            }
        }
        result.set("task", brief(moved.path("task")));
        return result;
    }

    /** Adds the moves that the actor may make now; nothing if they may not even look at the task. */
    ObjectNode withNext(ObjectNode result, String task, Actor actor) {
        Answer answer = api.transitions(task, actor);
        if (!answer.refused()) {
            ObjectNode next = Json.object();
            next.set("state", answer.body().path("state"));
            ArrayNode moves = next.putArray("moves");
            answer.body().path("transitions").forEach(option -> {
                if (option.path("permitted").asBoolean()) {
                    moves.add(move(option));
                }
            });
            if (moves.isEmpty() && !answer.body().path("transitions").isEmpty()) {
                next.put("hint", "None of the task's moves is for you now; next_moves says why");
            }
            result.set("next", next);
        }
        return result;
    }

    /** The names of the moves that the actor may make now. */
    ArrayNode permitted(String task, Actor actor) {
        ArrayNode triggers = Json.object().arrayNode();
        Answer answer = api.transitions(task, actor);
        if (!answer.refused()) {
            answer.body().path("transitions").forEach(option -> {
                if (option.path("permitted").asBoolean()) {
                    triggers.add(option.path("trigger"));
                }
            });
        }
        return triggers;
    }

    static ObjectNode allMoves(JsonNode options) {
        ObjectNode result = Json.object();
        result.set("state", options.path("state"));
        ArrayNode moves = result.putArray("moves");
        ArrayNode others = result.putArray("notNow");
        options.path("transitions").forEach(option -> {
            if (option.path("permitted").asBoolean()) {
                moves.add(move(option));
            } else {
                ObjectNode other = Json.object();
                for (String name : List.of("trigger", "to", "roles", "obstacles")) {
                    other.set(name, option.path(name));
                }
                others.add(withoutEmpty(other));
            }
        });
        return result;
    }

    private static ObjectNode move(JsonNode option) {
        ObjectNode move = Json.object();
        move.set("trigger", option.path("trigger"));
        if (!option.path("to").isEmpty()) {
            move.set("to", option.path("to"));
        }
        if (!option.path("artifacts").isEmpty()) {
            move.set("payload", fields(option.path("artifacts")));
        }
        return move;
    }

    /** What a payload or the data of a new task consists of. */
    private static ObjectNode fields(JsonNode artifacts) {
        ObjectNode fields = Json.object();
        artifacts.forEach(artifact -> {
            ObjectNode schema = artifact.path("schema").deepCopy();
            schema.remove("$schema");
            fields.putObject(artifact.path("name").asText())
                    .put("required", artifact.path("required").asBoolean())
                    .set("schema", schema);
        });
        return fields;
    }
}
