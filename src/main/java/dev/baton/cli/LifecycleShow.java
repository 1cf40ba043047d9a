package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Query;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the states and transitions of a lifecycle.")
final class LifecycleShow extends ServerCommand {

    @Parameters(paramLabel = "KEY")
    private String key;

    @Option(names = "--mermaid", description = "As a Mermaid state diagram")
    private boolean mermaid;

    @Option(names = "--bpmn", description = "The diagram itself")
    private boolean bpmn;

    @Override
    public Integer call() {
        if (mermaid || bpmn) {
            out().text(client().get(Query.lifecycle(key, mermaid ? "/mermaid" : "/bpmn"))
                    .body());
            return ExitCodes.OK;
        }
        JsonNode table = client().get(Query.lifecycle(key, "")).json();
        return print(table, () -> {
            out().line(Output.text(table.path("key")) + ", version " + Output.text(table.path("version")) + ": "
                    + Output.text(table.path("name")));
            List<List<String>> rows = new ArrayList<>();
            table.path("transitions")
                    .forEach(t -> rows.add(List.of(
                            Output.text(t.path("from")),
                            Output.text(t.path("trigger")),
                            Output.text(t.path("to")),
                            Output.text(t.path("kind")),
                            Output.text(t.path("roles")),
                            Output.text(t.path("requires")))));
            out().table(List.of("FROM", "TRIGGER", "TO", "KIND", "ROLES", "REQUIRES"), rows);
        });
    }
}
