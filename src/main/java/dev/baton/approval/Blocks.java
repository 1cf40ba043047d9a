package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;

/**
 * Why a task is blocked, kept in its data: {@code block}, and {@code loopSummary} while a task that was returned too
 * often waits for a clarification.
 */
final class Blocks {

    static final String NAME = "block";
    static final String LOOP = "loopSummary";
    static final String CYCLES = "reviewCycles";
    static final String FEEDBACK = "reviewFeedback";

    private Blocks() {}

    static ObjectNode newest(Task task) {
        return task.data().get(NAME) instanceof ObjectNode block ? block : Json.object();
    }

    static void put(Move move, String cause, JsonNode reason) {
        ObjectNode block = Json.object();
        block.set("reason", reason);
        block.put("cause", cause);
        block.put("by", move.actor().id());
        block.put("at", move.now().toString());
        block.put("from", move.task().state());
        move.task().data().set(NAME, block);
        Comments.add(move, "blocked", reason);
    }

    static boolean inLoop(Task task) {
        return task.data().has(LOOP);
    }

    /** Keeps the clarification and resets the review cycles of a task that was returned too often. */
    static void clarify(Move move, JsonNode clarification) {
        Task task = move.task();
        if (inLoop(task)) {
            task.data().remove(LOOP);
            task.data().remove(FEEDBACK);
            task.data().put(CYCLES, 0);
            task.data().set("clarification", clarification);
        }
    }
}
