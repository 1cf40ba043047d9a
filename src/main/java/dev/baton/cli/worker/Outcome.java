package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Printable;
import dev.baton.json.Json;

/**
 * How a run of the command ended.
 *
 * @param values what payloads can refer to
 */
record Outcome(Kind kind, ObjectNode values) {

    private static final int LONGEST_REASON = 2_000;
    private static final int LONGEST_ERROR = 8_000;

    enum Kind {
        SUCCESS,
        FAILURE,
        BLOCK,
        /** The worker stops and gives the task back. */
        RELEASE,
        /** The task is no longer this worker's. */
        LOST
    }

    static Outcome success() {
        return new Outcome(Kind.SUCCESS, Json.object().put("exitCode", 0));
    }

    static Outcome failure(String error) {
        return failure(error, "");
    }

    /** @param output what the command said; of much output the end is kept */
    static Outcome failure(String error, String output) {
        ObjectNode values = Json.object().put("error", joined(error, output, LONGEST_ERROR));
        return new Outcome(Kind.FAILURE, values.put("reason", joined(error, output, LONGEST_REASON)));
    }

    private static String joined(String error, String output, int length) {
        String first = Printable.cut(error, length);
        int left = length - first.length() - 1;
        return output.isBlank() || left < 1 ? first : first + "\n" + Printable.end(output, left);
    }

    static Outcome block(String reason) {
        return new Outcome(Kind.BLOCK, Json.object().put("reason", Printable.cut(nonBlank(reason), LONGEST_REASON)));
    }

    static Outcome release(String why) {
        return new Outcome(Kind.RELEASE, Json.object().put("reason", why));
    }

    static Outcome lost() {
        return new Outcome(Kind.LOST, Json.object());
    }

    /** The same with one more value; null is left out. */
    Outcome with(String name, Object value) {
        if (value != null) {
            values.set(name, Json.node(value));
        }
        return this;
    }

    boolean is(Kind other) {
        return kind == other;
    }

    private static String nonBlank(String text) {
        return text.isBlank() ? "The command printed no reason." : text;
    }
}
