package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import dev.baton.json.Json;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", mixinStandardHelpOptions = true, description = "List tasks.")
final class TaskList extends ServerCommand {

    private static final int PAGE = 500;

    @Option(names = "--lifecycle", paramLabel = "KEY", description = "Of this lifecycle")
    private String lifecycle;

    @Option(names = "--state", description = "In this state; can be repeated")
    private List<String> states = List.of();

    @Option(names = "--flag", description = "With this flag; can be repeated")
    private List<String> flags = List.of();

    @Option(names = "--assignee", paramLabel = "USER", description = "Assigned to this user")
    private String assignee;

    @Option(names = "--mine", description = "Assigned to me or waiting for me")
    private boolean mine;

    @Option(names = "--active", description = "That have not ended")
    private boolean active;

    @Option(names = "--search", paramLabel = "TEXT", description = "With this text in the title or the id")
    private String text;

    @Option(names = "--sort", paramLabel = "ORDER", description = "created, priority, updated or entered")
    private String sort;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most so many (${DEFAULT-VALUE})")
    private int limit;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new UsageProblem("--limit is a number from 1.");
        }
        ObjectNode all = tasks(client());
        return print(all, () -> {
            List<List<String>> rows = new ArrayList<>();
            all.get("tasks").forEach(task -> rows.add(TaskText.row(task)));
            if (rows.isEmpty()) {
                out().line("No tasks.");
            } else {
                out().table(TaskText.HEADS, rows);
            }
            if (all.hasNonNull("next")) {
                out().line("There are more; see --limit.");
            }
        });
    }

    /** Several pages of the server as one. */
    private ObjectNode tasks(ServerClient client) {
        ArrayNode found = Json.object().putArray("tasks");
        String after = null;
        do {
            JsonNode page = client.get(
                            query(Math.min(PAGE, limit - found.size())).with("after", after))
                    .json();
            page.path("tasks").forEach(found::add);
            after = page.path("next").asText(null);
        } while (after != null && found.size() < limit);
        ObjectNode all = Json.object();
        all.set("tasks", found);
        return all.put("next", after);
    }

    private Query query(int size) {
        Query query = Query.of("/api/tasks").with("limit", size).with("lifecycle", lifecycle);
        states.forEach(state -> query.with("state", state));
        flags.forEach(flag -> query.with("flag", flag));
        return query.with("assignee", assignee)
                .with("mine", mine ? true : null)
                .with("active", active ? true : null)
                .with("q", text)
                .with("sort", sort);
    }
}
