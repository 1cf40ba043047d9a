package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "list", mixinStandardHelpOptions = true, description = "List the deployed lifecycles.")
final class LifecycleList extends ServerCommand {

    @Override
    public Integer call() {
        JsonNode all = client().get("/api/lifecycles").json();
        return print(all, () -> {
            List<List<String>> rows = new ArrayList<>();
            all.forEach(one -> rows.add(List.of(
                    Output.text(one.path("key")),
                    Output.text(one.path("version")),
                    Output.text(one.path("name")),
                    counts(one.path("tasks")))));
            out().table(List.of("KEY", "VERSION", "NAME", "TASKS"), rows);
        });
    }

    private static String counts(JsonNode tasks) {
        List<String> counts = new ArrayList<>();
        tasks.properties().forEach(count -> counts.add(count.getValue().asText() + " " + count.getKey()));
        return String.join(", ", counts);
    }
}
