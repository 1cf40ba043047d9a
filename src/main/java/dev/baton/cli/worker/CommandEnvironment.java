package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Printable;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The environment variables of a command. Texts of a task reach it only here and on standard input, never as shell text. */
final class CommandEnvironment {

    /** Linux refuses to start a process with a longer variable than 128 KB. */
    private static final int LONGEST = 30_000;

    private CommandEnvironment() {}

    static Map<String, String> of(JsonNode task, HeldTask held, Path result, String branch, URI server, String token) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("BATON_SERVER", server.toString());
        all.put("BATON_TASK_ID", held.id());
        all.put("BATON_TASK_LIFECYCLE", task.path("lifecycle").asText());
        all.put("BATON_TASK_STATE", held.state());
        all.put("BATON_TASK_TITLE", text(task.path("title")));
        all.put("BATON_TASK_DESCRIPTION", text(task.path("data").path("description")));
        all.put("BATON_TASK_PHASE", text(task.path("phase")));
        all.put("BATON_TASK_ATTEMPT", String.valueOf(task.path("attempts").asInt() + 1));
        all.put("BATON_TASK_LAST_ERROR", text(task.path("data").path("lastError")));
        all.put("BATON_LEASE_EPOCH", held.epoch() == null ? "" : held.epoch().toString());
        all.put("BATON_RESULT_FILE", result.toString());
        all.put("BATON_BRANCH", branch);
        String json = task.toString();
        if (json.length() <= LONGEST) {
            all.put("BATON_TASK", json);
        }
        if (token != null) {
            all.put("BATON_TOKEN", token);
        }
        return all;
    }

    private static String text(JsonNode value) {
        String text =
                value.isNull() || value.isMissingNode() ? "" : value.isTextual() ? value.asText() : value.toString();
        return Printable.cut(text.replace('\0', ' '), LONGEST);
    }
}
