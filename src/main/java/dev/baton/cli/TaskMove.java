package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import dev.baton.json.Json;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "move", mixinStandardHelpOptions = true, description = "Move a task along an arrow of its diagram.")
final class TaskMove extends ServerCommand {

    @Parameters(index = "0", paramLabel = "ID")
    private String id;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TRIGGER", description = "The arrow's name")
    private String trigger;

    @Option(names = "--to", paramLabel = "STATE", description = "Instead of a trigger, where one arrow leads there")
    private String to;

    @Option(names = "--payload", paramLabel = "JSON", description = "The payload: JSON, @FILE, or - for standard input")
    private String payload;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "One field of the payload; JSON or text")
    private Map<String, String> fields;

    @Option(names = "--lease-epoch", paramLabel = "N", description = "The epoch of the lease that you hold")
    private Integer epoch;

    @Option(names = "--dry-run", description = "Only say what would happen")
    private boolean dryRun;

    @Option(names = "--key", description = "An idempotency key: with the same one the move is done once")
    private String key;

    @Override
    public Integer call() {
        if ((trigger == null) == (to == null)) {
            throw new UsageProblem("Name either a trigger or, with --to, a state.");
        }
        ObjectNode body = trigger != null
                ? Json.object().put("trigger", trigger)
                : Json.object().put("to", to);
        ObjectNode given = JsonArgument.object("--payload", payload, fields);
        if (given != null) {
            body.set("payload", given);
        }
        if (epoch != null) {
            body.put("leaseEpoch", epoch);
        }
        String once = dryRun ? null : key == null ? UUID.randomUUID().toString() : key;
        Query path = Query.of(Query.task(id, "/transitions")).with("dryRun", dryRun ? true : null);
        ServerClient client = client();
        JsonNode moved = Resend.once(() -> client.post(path, body, once)).json();
        return print(moved, () -> {
            out().line((dryRun ? "would go: " : "") + Output.text(moved.path("from")) + " → "
                    + Output.text(moved.path("to")));
            moved.path("reactions")
                    .forEach(reaction -> out().line("then: " + Output.text(reaction.path("from")) + " → "
                            + Output.text(reaction.path("to")) + " (" + Output.text(reaction.path("trigger")) + ")"));
            out().field("next states", Output.text(moved.path("allowedTransitions")));
        });
    }
}
