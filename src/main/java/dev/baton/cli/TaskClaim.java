package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Answer;
import dev.baton.cli.client.ServerClient;
import dev.baton.json.Json;
import java.time.Duration;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "claim",
        mixinStandardHelpOptions = true,
        description =
                "Claim the next waiting task; exit code 9 if there is none. 'task move ID claim' claims a certain one.")
final class TaskClaim extends ServerCommand {

    @Option(
            names = "--lifecycle",
            required = true,
            paramLabel = "KEY",
            description = "The lifecycle, such as work-queue")
    private String lifecycle;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "How long to wait for one, 0 to 60 (${DEFAULT-VALUE})")
    private int wait;

    @Override
    public Integer call() {
        checkWait(wait);
        ObjectNode body = Json.object().put("lifecycle", lifecycle).put("wait", wait);
        String key = UUID.randomUUID().toString();
        ServerClient client = client();
        Answer answer = Resend.once(() -> client.post("/api/claims", body, key, Duration.ofSeconds(wait)));
        if (answer.empty()) {
            if (!options().json()) {
                out().line("No task is waiting.");
            }
            return ExitCodes.NOTHING;
        }
        JsonNode task = answer.json();
        return print(task, () -> TaskText.print(task, out()));
    }
}
