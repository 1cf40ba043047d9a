package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.ServerClient;
import dev.baton.json.Json;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "create", mixinStandardHelpOptions = true, description = "Create a task.")
final class TaskCreate extends ServerCommand {

    @Option(
            names = "--lifecycle",
            required = true,
            paramLabel = "KEY",
            description = "The lifecycle, such as work-queue")
    private String lifecycle;

    @Option(names = "--id", description = "An id of your own")
    private String id;

    @Option(names = "--title", description = "What is to be done, in one line")
    private String title;

    @Option(names = "--priority", paramLabel = "N", description = "A lower number comes sooner; 100 by default")
    private Integer priority;

    @Option(names = "--max-attempts", paramLabel = "N", description = "Runs before the task fails")
    private Integer maxAttempts;

    @Option(
            names = "--blocked-by",
            split = ",",
            paramLabel = "ID",
            description = "Tasks that have to be completed first")
    private List<String> blockedBy;

    @Option(names = "--data", paramLabel = "JSON", description = "The data: JSON, @FILE, or - for standard input")
    private String data;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "One field of the data; JSON or text")
    private Map<String, String> fields;

    @Option(names = "--key", description = "An idempotency key: with the same one the task is created once")
    private String key;

    @Override
    public Integer call() {
        ObjectNode body = Json.object().put("lifecycle", lifecycle);
        if (id != null) {
            body.put("id", id);
        }
        if (title != null) {
            body.put("title", title);
        }
        if (priority != null) {
            body.put("priority", priority);
        }
        if (maxAttempts != null) {
            body.put("maxAttempts", maxAttempts);
        }
        if (blockedBy != null) {
            blockedBy.forEach(body.putArray("blockedBy")::add);
        }
        ObjectNode given = JsonArgument.object("--data", data, fields);
        if (given != null) {
            body.set("data", given);
        }
        String once = key == null ? UUID.randomUUID().toString() : key;
        ServerClient client = client();
        JsonNode task = Resend.once(() -> client.post("/api/tasks", body, once)).json();
        return print(task, () -> out().line(Output.text(task.path("id")) + "  " + Output.text(task.path("state"))));
    }
}
