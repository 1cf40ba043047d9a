package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Printable;
import dev.baton.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the command for a task and says how it ended. */
final class CommandRunner {

    /** The exit code by which a command says that it can't go on without somebody's help: EX_TEMPFAIL of sysexits.h. */
    static final int BLOCKED = 75;

    private static final Duration TICK = Duration.ofMillis(200);
    private static final int LARGEST_RESULT = 500_000;
    private static final int LONGEST_SUMMARY = 50_000;

    private final WorkerSettings settings;
    private final URI server;
    private final Stopping stopping;
    private final WorkerLog log;
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    /** For the line that shows what is under way. */
    record Running(String task, Instant since, CommandRun command) {}

    CommandRunner(WorkerSettings settings, URI server, Stopping stopping, WorkerLog log) {
        this.settings = settings;
        this.server = server;
        this.stopping = stopping;
        this.log = log;
    }

    Iterable<Running> running() {
        return running.values();
    }

    /** @param tree null without a repository */
    Outcome run(JsonNode task, HeldTask held, Worktree tree, LeaseKeeper lease) {
        Path resultFile = null;
        try {
            resultFile = Files.createTempFile("baton-result", ".json");
            Map<String, String> environment = CommandEnvironment.of(
                    task, held, resultFile, tree == null ? "" : tree.branch(), server, settings.token());
            CommandRun command = CommandRun.start(
                    settings.command(),
                    tree == null ? settings.folder() : tree.path(),
                    environment,
                    task.toString(),
                    line -> show(held.id(), line));
            return await(command, held, tree, lease, resultFile);
        } catch (IOException e) {
            throw new Git.Problem("The command can't be run: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopping.Stopped();
        } finally {
            deleteQuietly(resultFile);
        }
    }

    private Outcome await(CommandRun command, HeldTask held, Worktree tree, LeaseKeeper lease, Path resultFile)
            throws InterruptedException {
        running.put(held.id(), new Running(held.id(), Instant.now(), command));
        try {
            if (tree != null) {
                tree.started(command.handle());
            }
            lease.during(command::lastLine, command::kill);
            Instant end =
                    settings.timeLimit() == null ? Instant.MAX : Instant.now().plus(settings.timeLimit());
            boolean outOfTime = false;
            while (!command.await(TICK)) {
                outOfTime |= Instant.now().isAfter(end);
                if ((outOfTime || stopping.over()) && !command.killed()) {
                    command.kill();
                }
            }
            return lease.lost() ? Outcome.lost() : outcome(command, outOfTime, resultFile);
        } finally {
            running.remove(held.id());
        }
    }

    private Outcome outcome(CommandRun command, boolean outOfTime, Path resultFile) {
        String said = log.redact(command.everything());
        if (outOfTime) {
            return Outcome.failure("The command was killed after " + settings.timeLimit() + ".", said);
        }
        int exit = command.exitCode();
        boolean ended = exit == 0 || exit == BLOCKED;
        if (command.killed() || !ended && stopping.requested()) {
            return Outcome.release("The worker was stopped."); // some commands end with 0 when they are killed
        }
        JsonNode result;
        try {
            result = result(resultFile);
        } catch (IOException | IllegalArgumentException e) {
            return Outcome.failure("$BATON_RESULT_FILE has to be a JSON object: " + e.getMessage(), said);
        }
        if (exit == BLOCKED) {
            return Outcome.block(result.path("reason").asText(log.redact(command.lastLine())))
                    .with("result", result);
        }
        if (exit != 0) {
            return Outcome.failure("Exit code " + exit, said)
                    .with("exitCode", exit)
                    .with("result", result);
        }
        String output = log.redact(command.output());
        String summary = result.path("summary").asText(output.isBlank() ? "Done." : output);
        return Outcome.success()
                .with("output", output)
                .with("summary", Printable.end(summary, LONGEST_SUMMARY))
                .with("result", result);
    }

    private ObjectNode result(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return Json.object();
        }
        if (Files.size(file) > LARGEST_RESULT) {
            throw new IOException("it is larger than " + LARGEST_RESULT + " bytes");
        }
        JsonNode read = Json.readFromOutside(log.redact(Files.readString(file)));
        if (read instanceof ObjectNode object) {
            return object;
        }
        throw new IOException("it is none");
    }

    private void show(String task, String line) {
        if (!settings.quiet()) {
            log.output(task, line);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // a temporary file; the system removes it some day
        }
    }
}
