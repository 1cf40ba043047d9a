package dev.baton.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import java.util.List;

/**
 * A call of a tool whose arguments fit the tool's schema.
 *
 * @param idempotencyKey null if there is none
 */
record ToolCall(ObjectNode arguments, String idempotencyKey, Actor actor) {

    static final String IDEMPOTENCY_KEY = "idempotencyKey";

    /** The task that the call is about. */
    String task() {
        return text("task");
    }

    /** Null if it was not given. */
    String text(String name) {
        return arguments.path(name).textValue();
    }

    boolean isTrue(String name) {
        return arguments.path(name).asBoolean();
    }

    int number(String name, int usual) {
        return arguments.path(name).asInt(usual);
    }

    /** The arguments that are the body of the API's call. */
    ObjectNode body() {
        return arguments.deepCopy().without(List.of("task", "dryRun", IDEMPOTENCY_KEY));
    }
}
