package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A task as people read it. */
final class TaskText {

    static final List<String> HEADS = List.of("ID", "STATE", "PRIO", "ASSIGNEE", "TITLE", "FLAGS", "NOTE");

    private TaskText() {}

    static List<String> row(JsonNode task) {
        return List.of(
                Output.text(task.path("id")),
                Output.text(task.path("state")),
                Output.text(task.path("priority")),
                Output.text(task.path("assignee")),
                Output.text(task.path("title")),
                Output.text(task.path("flags")),
                note(task));
    }

    /** What the worker who has the task said last. */
    private static String note(JsonNode task) {
        return Output.text(task.path("data").path("heartbeat").path("note"));
    }

    static void print(JsonNode task, Output out) {
        out.field("id", Output.text(task.path("id")));
        out.field("title", Output.text(task.path("title")));
        out.field("lifecycle", Output.text(task.path("lifecycle")) + " " + Output.text(task.path("version")));
        out.field(
                "state",
                Output.text(task.path("state")) + (task.path("terminal").asBoolean() ? " (the end)" : ""));
        out.field("priority", Output.text(task.path("priority")));
        out.field("assignee", Output.text(task.path("assignee")));
        JsonNode lease = task.path("lease");
        if (lease.isObject()) {
            out.field(
                    "lease",
                    "epoch " + Output.text(lease.path("epoch")) + ", until " + Output.text(lease.path("expiresAt")));
        }
        out.field("attempts", Output.text(task.path("attempts")) + " of " + Output.text(task.path("maxAttempts")));
        out.field("blocked by", Output.text(task.path("blockedBy")));
        out.field("flags", Output.text(task.path("flags")));
        out.field("note", note(task));
        out.field("created", Output.text(task.path("createdAt")) + by(task.path("createdBy")));
        out.field("in state", "since " + Output.text(task.path("stateEnteredAt")));
        out.field("next states", Output.text(task.path("allowedTransitions")));
        if (task.path("data").size() > 0) {
            out.line("data");
            out.text(task.path("data").toPrettyString().indent(2).stripTrailing());
        }
    }

    private static String by(JsonNode who) {
        String text = Output.text(who);
        return text.isEmpty() ? "" : " by " + text;
    }

    /** An entry of the history or an event. */
    static String step(JsonNode entry) {
        String from = Output.text(entry.path("from"));
        String to = Output.text(entry.path("to"));
        String states = to.isEmpty() ? "" : from.isEmpty() ? to : from + " → " + to;
        String what = Output.text(entry.path("trigger"));
        String kind = Output.text(entry.path("kind"));
        return "%s  %-24s %-18s %s"
                .formatted(
                        Output.text(entry.path("at")),
                        states,
                        what.isEmpty() ? kind : what,
                        Output.text(entry.path("actor")))
                .stripTrailing();
    }
}
