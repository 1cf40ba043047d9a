package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Query;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "history", mixinStandardHelpOptions = true, description = "Show what happened to a task.")
final class TaskHistory extends ServerCommand {

    @Parameters(paramLabel = "ID")
    private String id;

    @Override
    public Integer call() {
        JsonNode history = client().get(Query.task(id, "/history")).json();
        return print(history, () -> history.forEach(entry -> out().line(TaskText.step(entry))));
    }
}
