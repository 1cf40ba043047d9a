package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Query;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "deploy",
        mixinStandardHelpOptions = true,
        description = "Check and deploy a diagram; for admins. New tasks follow it from then on.")
final class LifecycleDeploy extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "The BPMN file; the id of its process is the lifecycle's key")
    private Path file;

    @Override
    public Integer call() {
        byte[] diagram = DiagramFile.read(file);
        String key = DiagramFile.key(file, diagram);
        JsonNode table = client().xml("PUT", Query.lifecycle(key, ""), diagram).json();
        return print(
                table,
                () -> out().line(Output.text(table.path("key")) + " is deployed, version "
                        + Output.text(table.path("version"))));
    }
}
