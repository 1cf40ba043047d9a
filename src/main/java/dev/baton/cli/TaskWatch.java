package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Backoff;
import dev.baton.cli.client.EventStream;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.ServerAway;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.ServerProblem;
import dev.baton.cli.client.UsageProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Print what happens as it happens.",
            "One task is watched until it ends. Without an ID everything is watched until you stop it."
        })
final class TaskWatch extends ServerCommand {

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    @Parameters(paramLabel = "ID", arity = "0..1")
    private String id;

    @Option(names = "--lifecycle", paramLabel = "KEY", description = "Only events of this lifecycle")
    private String lifecycle;

    @Option(names = "--kind", description = "Only events of this kind, such as transition")
    private String kind;

    @Option(names = "--until", paramLabel = "STATE", description = "Stop when the task is in this state")
    private String until;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Stop after this time, with exit code 9")
    private Long timeout;

    private ServerClient client;
    private Instant end;

    @Override
    public Integer call() {
        client = client();
        if (timeout != null && (timeout < 0 || timeout > LONGEST.toSeconds())) {
            throw new UsageProblem("--timeout is a number of seconds, from 0 to " + LONGEST.toSeconds() + ".");
        }
        end = Instant.now().plus(timeout == null ? LONGEST : Duration.ofSeconds(timeout));
        if (id != null) {
            client.get(Query.task(id, "")); // a task that does not exist is an error before anything is watched
        }
        try {
            return follow();
        } catch (ServerProblem problem) {
            if (problem.status() != 404 && problem.status() != 405) {
                throw problem;
            }
            if (id == null) {
                throw new UsageProblem(
                        "This server has no events (GET /api/events). Name a task: its history is read instead.");
            }
            return poll();
        }
    }

    private int follow() {
        String lastId = null;
        boolean connected = false;
        Backoff backoff = new Backoff(Duration.ofSeconds(15));
        while (true) {
            Query path = Query.of("/api/events")
                    .with("task", id)
                    .with("lifecycle", lifecycle)
                    .with("kind", kind);
            try (EventStream events = EventStream.open(client, path, lastId)) {
                backoff.reset();
                connected = true;
                try {
                    return follow(events);
                } finally {
                    lastId = events.lastId();
                }
            } catch (ServerAway away) {
                if (!connected) {
                    throw away; // it was never there
                }
                pause(backoff.next(away.retryAfter()));
                if (left().isZero()) {
                    return ExitCodes.NOTHING;
                }
            }
        }
    }

    private int follow(EventStream events) {
        if (reached()) {
            return ExitCodes.OK;
        }
        while (true) {
            Optional<JsonNode> event = events.next(left());
            if (event.isEmpty()) {
                return ExitCodes.NOTHING;
            }
            show(event.get());
            if (event.get().hasNonNull("to") && (reached(event.get()) || reached())) {
                return ExitCodes.OK;
            }
        }
    }

    private int poll() {
        spec().commandLine().getErr().println("This server has no events: reading the history every second.");
        int seen = client.get(Query.task(id, "/history")).json().size();
        Backoff backoff = new Backoff(Duration.ofSeconds(15));
        while (true) {
            try {
                JsonNode history = client.get(Query.task(id, "/history")).json();
                for (; seen < history.size(); seen++) {
                    show(history.get(seen));
                }
                if (reached()) {
                    return ExitCodes.OK;
                }
                backoff.reset();
                pause(POLL);
            } catch (ServerAway away) {
                pause(backoff.next(away.retryAfter()));
            }
            if (left().isZero()) {
                return ExitCodes.NOTHING;
            }
        }
    }

    private void show(JsonNode event) {
        if (options().json()) {
            out().jsonLine(event);
        } else {
            String task = id == null ? Output.text(event.path("task")) + "  " : "";
            out().line(task + TaskText.step(event));
        }
    }

    /** Whether the watched task has ended or is where the caller waits for it. */
    private boolean reached() {
        if (id == null) {
            return false;
        }
        JsonNode task = client.get(Query.task(id, "")).json();
        return task.path("terminal").asBoolean()
                || !task.path("active").asBoolean(true)
                || task.path("state").asText().equals(until);
    }

    /** The task may have left the state again. */
    private boolean reached(JsonNode event) {
        return id != null && event.path("to").asText().equals(until);
    }

    private Duration left() {
        Duration left = Duration.between(Instant.now(), end);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void pause(Duration time) {
        LockSupport.parkNanos(Math.min(time.toNanos(), Math.max(1, left().toNanos())));
    }
}
