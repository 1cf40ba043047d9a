package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.ServerClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", mixinStandardHelpOptions = true, description = "Show a task and what can happen to it next.")
final class TaskShow extends ServerCommand {

    @Parameters(paramLabel = "ID")
    private String id;

    @Option(names = "--full", description = "With more entries of growing lists")
    private boolean full;

    @Override
    public Integer call() {
        ServerClient client = client();
        ObjectNode task = (ObjectNode) client.get(Query.of(Query.task(id, "")).with("view", full ? "full" : null))
                .json();
        JsonNode moves = client.get(Query.task(id, "/transitions")).json().path("transitions");
        task.set("transitions", moves);
        return print(task, () -> {
            TaskText.print(task, out());
            List<List<String>> rows = new ArrayList<>();
            moves.forEach(move -> rows.add(row(move)));
            if (!rows.isEmpty()) {
                out().line("");
                out().table(List.of("TRIGGER", "TO", "REQUIRES", "YOU"), rows);
            }
        });
    }

    private static List<String> row(JsonNode move) {
        String obstacles = Output.text(move.path("obstacles"));
        return List.of(
                Output.text(move.path("trigger")),
                Output.text(move.path("to")),
                names(move.path("requires")),
                move.path("permitted").asBoolean() ? "can" : obstacles.isEmpty() ? "can't" : "can't: " + obstacles);
    }

    private static String names(JsonNode artifacts) {
        List<String> names = new ArrayList<>();
        artifacts.forEach(artifact ->
                names.add(artifact.isObject() ? artifact.path("name").asText() : artifact.asText()));
        return String.join(", ", names);
    }
}
