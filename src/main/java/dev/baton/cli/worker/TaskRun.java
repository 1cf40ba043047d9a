package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Printable;
import dev.baton.cli.client.ServerProblem;
import dev.baton.cli.worker.Mapping.MoveTemplate;
import dev.baton.cli.worker.Outcome.Kind;
import dev.baton.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;

/** Works on one task until it is no longer this worker's turn: runs the command in every state that asks for it, and reports. */
final class TaskRun {

    private final Mapping mapping;
    private final TaskServer server;
    private final CommandRunner commands;
    private final Repository repository;
    private final Delivery delivery;
    private final boolean keepLost;
    private final Stopping stopping;
    private final WorkerLog log;
    private final ScheduledExecutorService timer;

    /** @param repository null to work without git */
    TaskRun(
            Mapping mapping,
            TaskServer server,
            CommandRunner commands,
            Repository repository,
            WorkerSettings settings,
            Stopping stopping,
            WorkerLog log,
            ScheduledExecutorService timer) {
        this.mapping = mapping;
        this.server = server;
        this.commands = commands;
        this.repository = repository;
        this.delivery = repository == null ? null : new Delivery(repository, settings.merge(), log);
        this.keepLost = settings.keepLost();
        this.stopping = stopping;
        this.log = log;
        this.timer = timer;
    }

    /** @return how the last run ended */
    Kind work(HeldTask taken) {
        HeldTask task = taken;
        Kind last = Kind.RELEASE;
        log.info(task.id(), "taken: " + Printable.line(task.title()));
        while (task != null) {
            task = follow(task, mapping.before().getOrDefault(task.state(), List.of()), Json.object());
            if (!mapping.runsIn(task.state())) {
                return last;
            }
            JsonNode full = server.show(task.id());
            Instant start = Instant.now();
            Outcome outcome = stopping.requested() ? Outcome.release("The worker was stopped.") : run(task, full);
            Reported reported = report(task, full, outcome, Duration.between(start, Instant.now()));
            last = reported.kind();
            task = reported.task();
        }
        return last;
    }

    private Outcome run(HeldTask task, JsonNode full) {
        try (LeaseKeeper lease = new LeaseKeeper(server, task, stopping, timer)) {
            Outcome outcome =
                    repository == null ? commands.run(full, task, null, lease) : inWorktree(task, full, lease);
            if (outcome.is(Kind.LOST)) {
                log.warn(task.id(), "the lease was lost, the command was killed: " + lease.loss());
            }
            return outcome;
        } catch (Git.Problem problem) {
            log.warn(task.id(), problem.getMessage());
            return Outcome.release("The worker could not run the command: " + problem.getMessage());
        }
    }

    private Outcome inWorktree(HeldTask task, JsonNode full, LeaseKeeper lease) {
        String run = task.epoch() == null
                ? UUID.randomUUID().toString().substring(0, 8)
                : task.epoch().toString();
        Work work = Work.of(full, mapping.round(), run);
        Worktree.sweep(repository).forEach(left -> log.info(null, "removed " + left + ", left by a worker that died"));
        Optional<Outcome> before = delivery.doneBefore(work);
        if (before.isPresent()) {
            log.info(
                    task.id(),
                    "an earlier run has merged this as "
                            + before.get().values().path("commit").asText());
            return before.get();
        }
        Worktree tree = Worktree.create(repository, work);
        Outcome outcome = null;
        try {
            outcome = tree.finished()
                    ? Outcome.success().with("summary", "An earlier run has done this.")
                    : commands.run(full, task, tree, lease);
            if (outcome.is(Kind.SUCCESS)) {
                outcome = delivery.deliver(outcome, tree, lease);
            }
            if (outcome.is(Kind.LOST) && keepLost) {
                log.info(task.id(), "the unfinished work is on the branch " + tree.keepAside());
            }
            return outcome;
        } finally {
            tree.remove(outcome == null ? repository.isFinished(tree.head()) : delivery.keepsBranch(outcome, tree));
        }
    }

    /**
     * What the server made of a report.
     *
     * @param kind how the run ended after all: a success that the server refuses is none
     * @param task null if this worker does not go on with it
     */
    private record Reported(Kind kind, HeldTask task) {}

    private Reported report(HeldTask task, JsonNode full, Outcome outcome, Duration time) {
        List<MoveTemplate> moves = mapping.after(outcome.kind(), task.state());
        if (outcome.is(Kind.LOST)) {
            return new Reported(Kind.LOST, null);
        }
        if (moves.isEmpty()) {
            log.info(
                    task.id(),
                    "nothing to report for " + outcome.kind() + " in " + task.state()
                            + (task.epoch() == null ? "" : "; its lease runs out by itself"));
            return new Reported(outcome.kind(), null);
        }
        ObjectNode values = outcome.values().deepCopy();
        values.set("task", full);
        String title = full.path("title").asText(task.id());
        values.put("goal", full.path("data").path("inputText").asText(title));
        try {
            HeldTask after = follow(task, moves, values);
            log.info(task.id(), describe(outcome) + " after " + time.toSeconds() + " s, now " + after.state());
            return new Reported(outcome.kind(), after);
        } catch (ServerProblem problem) {
            log.warn(task.id(), "the report was refused: " + problem.getMessage());
            if (!outcome.is(Kind.SUCCESS)) {
                return new Reported(outcome.kind(), null);
            }
            return problem.refused()
                    ? new Reported(Kind.LOST, null)
                    : reportRefusal(task, full, problem.getMessage(), time);
        }
    }

    /** What the server does not accept as a success is a failure of the work: evidence is missing, for instance. */
    private Reported reportRefusal(HeldTask task, JsonNode full, String why, Duration time) {
        HeldTask now = HeldTask.of(server.show(task.id()), Instant.now());
        return report(now, full, Outcome.failure("The server refused the success: " + why), time);
    }

    private HeldTask follow(HeldTask task, List<MoveTemplate> moves, ObjectNode values) {
        HeldTask now = task;
        for (MoveTemplate move : moves) {
            if (!PayloadTemplate.has(move.unless(), values)) {
                now = server.move(now, move.trigger(), PayloadTemplate.fill(move.payload(), values));
            }
        }
        return now;
    }

    private static String describe(Outcome outcome) {
        String error =
                Printable.cut(Printable.line(outcome.values().path("error").asText()), 300);
        return switch (outcome.kind()) {
            case SUCCESS -> "done";
            case FAILURE -> "failed (" + error + ")";
            case BLOCK ->
                "blocked (" + Printable.line(outcome.values().path("reason").asText()) + ")";
            default -> "given back";
        };
    }
}
