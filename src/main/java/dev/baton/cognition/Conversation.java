package dev.baton.cognition;

import dev.baton.task.Json;
import dev.baton.task.Move;

/** What was said about a task: a list that only grows. */
final class Conversation {

    private Conversation() {}

    /** Whatever happens to a task can bring messages along. */
    static void goesOn(Move move) {
        move.payload().path(TaskContext.MESSAGES).forEach(message -> move.record(TaskContext.MESSAGES, message));
    }

    static void says(Move move, String role, String text) {
        move.record(TaskContext.MESSAGES, Json.object().put("role", role).put("text", text));
    }
}
