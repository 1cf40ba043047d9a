package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.util.Set;

/**
 * Everything that is gathered about a task from its input to its end, in the task's data. What grows without bound is
 * kept in lists beside it.
 */
final class TaskContext {

    static final String MESSAGES = "messages";
    static final String ACTIONS = "actionsDone";
    static final String SNAPSHOTS = "snapshots";

    /** The lists that are part of the context; the move that appends to one does not read it. */
    static final Set<String> LISTS = Set.of(MESSAGES, ACTIONS);

    private TaskContext() {}

    static ObjectNode fresh() {
        ObjectNode context = Json.object();
        context.put("inputText", "");
        context.putObject("inputMetadata");
        context.put("source", "");
        context.putNull("reasoning");
        context.putNull("plan");
        context.putArray("reflections");
        context.putNull("postReflection");
        context.put("iteration", 0);
        context.putNull("finalResult");
        context.putNull("error");
        context.putNull("suspendedState");
        context.putNull("suspendReason");
        return context;
    }

    /** Whether a task's data is one. */
    static boolean is(JsonNode data) {
        return data.has("inputText") && data.has("iteration") && data.has("suspendedState");
    }
}
