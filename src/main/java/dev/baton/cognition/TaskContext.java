package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.util.Set;

/**
 * The context of an agent's task, kept in the task's data: input, plan, results. Messages, actions and snapshots grow
 * without bound, so they are records outside the data.
 */
final class TaskContext {

    static final String MESSAGES = "messages";
    static final String ACTIONS = "actionsDone";
    static final String SNAPSHOTS = "snapshots";

    /** The records that the full view of a context includes. */
    static final Set<String> RECORDS = Set.of(MESSAGES, ACTIONS);

    private TaskContext() {}

    static ObjectNode initial() {
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

    /** Whether a task's data is such a context. */
    static boolean isContext(JsonNode data) {
        return data.has("inputText") && data.has("iteration") && data.has("suspendedState");
    }
}
