package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.ServerProblem;
import dev.baton.cli.client.UsageProblem;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Check a diagram on the server without deploying it; exit code 7 if something is wrong.")
final class LifecycleCheck extends ServerCommand {

    @Parameters(index = "0", paramLabel = "FILE", description = "The BPMN file")
    private Path file;

    @Parameters(
            index = "1..*",
            paramLabel = "OTHER",
            description = "Schemas of its artifacts (NAME.schema.json) and decision tables (NAME.dmn)")
    private List<Path> others;

    @Override
    public Integer call() {
        JsonNode result = check(client());
        boolean valid = result.path("valid").asBoolean();
        print(result, () -> {
            for (JsonNode violation : result.path("violations")) {
                String element = Output.text(violation.path("element"));
                out().line((element.isEmpty() ? "" : element + ": ") + Output.text(violation.path("message")));
            }
            out().line(valid ? file + " is a lifecycle." : file + " is not a lifecycle.");
        });
        return valid ? ExitCodes.OK : ExitCodes.INVALID;
    }

    private JsonNode check(ServerClient client) {
        try {
            return DiagramFile.send(client, "POST", "/api/lifecycles/check", DiagramFile.read(file), others)
                    .json();
        } catch (ServerProblem problem) {
            if (problem.status() == 404 || problem.status() == 405) {
                throw new UsageProblem("This server can't check diagrams: it has no POST /api/lifecycles/check. "
                        + "'baton lifecycle deploy' checks too, but deploys a diagram that is right.");
            }
            throw problem;
        }
    }
}
