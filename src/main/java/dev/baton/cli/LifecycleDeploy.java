package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Query;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "deploy",
        mixinStandardHelpOptions = true,
        description = "Check and deploy a diagram; for admins. New tasks follow it from then on.")
final class LifecycleDeploy extends ServerCommand {

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "The BPMN file; the id of its process is the lifecycle's key")
    private Path file;

    @Parameters(
            index = "1..*",
            paramLabel = "OTHER",
            description = "Schemas of its artifacts (NAME.schema.json) and decision tables (NAME.dmn)")
    private List<Path> others;

    @Override
    public Integer call() {
        byte[] diagram = DiagramFile.read(file);
        String key = DiagramFile.key(file, diagram);
        JsonNode table = DiagramFile.send(client(), "PUT", Query.lifecycle(key, ""), diagram, others)
                .json();
        return print(
                table,
                () -> out().line(Output.text(table.path("key")) + " is deployed, version "
                        + Output.text(table.path("version"))));
    }
}
