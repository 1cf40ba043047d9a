package dev.baton.cli.worker;

import dev.baton.cli.client.Backoff;
import dev.baton.cli.client.Printable;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.ServerProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Takes tasks and works on them, several at a time, until it is stopped. */
public final class Worker {

    /** How the worker ended. */
    public enum End {
        STOPPED,
        /** With {@code --once}: the command succeeded. */
        DONE,
        /** With {@code --once}: it did not. */
        NOT_DONE,
        /** With {@code --once}: there was no task. */
        NOTHING
    }

    private static final Duration HAND_BACK = Duration.ofSeconds(20);

    private final WorkerSettings settings;
    private final Mapping mapping;
    private final Repository repository;
    private final WorkerLog log;
    private final Stopping stopping = new Stopping();
    private final ScheduledExecutorService timer;
    private final TaskSource source;
    private final CommandRunner commands;
    private final TaskRun run;
    private final List<Thread> threads = new ArrayList<>();
    private final String server;
    private volatile RuntimeException failure;
    private volatile End end = End.STOPPED;

    public Worker(WorkerSettings settings, ServerClient client, WorkerLog log) {
        this.settings = settings;
        this.log = log;
        this.server = client.server().toString();
        Mapping read = MappingFile.read(settings.mapping());
        this.mapping = settings.lifecycle() == null ? read : read.of(settings.lifecycle());
        this.repository = settings.repository() == null
                ? null
                : Repository.open(settings.repository(), settings.into(), settings.worktrees());
        this.timer = new ScheduledThreadPoolExecutor(settings.parallel() + 1, work -> {
            Thread thread = new Thread(work, "heartbeats");
            thread.setDaemon(true);
            return thread;
        });
        TaskServer tasks = new TaskServer(client, stopping, log);
        this.source = new TaskSource(mapping, tasks, stopping, log, settings.waitSeconds());
        this.commands = new CommandRunner(settings, client.server(), stopping, log);
        this.run = new TaskRun(mapping, tasks, commands, repository, settings, stopping, log, timer);
    }

    /** The text of a shipped mapping, to start one's own from. */
    public static String mapping(String name) {
        return MappingFile.text(name);
    }

    /** Works until {@link #stop}, or one task with {@code --once}. */
    public End run() {
        log.info(
                null,
                "working on " + mapping.lifecycle() + " of " + server
                        + (repository == null
                                ? ""
                                : ", in " + repository.path() + ", merging into " + repository.target())
                        + (settings.parallel() == 1 ? "" : ", " + settings.parallel() + " tasks at a time"));
        timer.scheduleWithFixedDelay(this::showStatus, 1, 1, TimeUnit.SECONDS);
        for (int i = 1; i <= settings.parallel(); i++) {
            Thread thread = new Thread(this::loop, "worker " + i);
            threads.add(thread);
            thread.start();
        }
        join(Duration.ofDays(36_500));
        timer.shutdownNow();
        log.status("");
        if (failure != null) {
            throw failure;
        }
        return end;
    }

    /** Takes no more tasks, lets running commands finish, and gives back what is left when the grace is over. */
    public void stop() {
        if (!stopping.requested() && threads.stream().anyMatch(Thread::isAlive)) {
            log.info(
                    null,
                    "stopping: running commands have " + settings.grace().toSeconds()
                            + " s to finish; an open claim ends within " + settings.waitSeconds() + " s");
        }
        stopping.request();
        join(settings.grace());
        stopping.graceIsOver();
        join(HAND_BACK);
    }

    private void loop() {
        Backoff troubles = new Backoff(Duration.ofMinutes(1));
        try {
            do {
                Optional<HeldTask> task = source.next();
                if (task.isPresent()) {
                    work(task.get(), troubles);
                } else if (settings.once()) {
                    end = End.NOTHING;
                }
            } while (!stopping.requested() && !settings.once());
        } catch (Stopping.Stopped e) {
            log.warn(
                    null,
                    "the server did not answer until the worker ended; claimed tasks are free again when their leases run out");
        } catch (RuntimeException e) {
            failure = e;
            stopping.request();
        }
    }

    private void work(HeldTask task, Backoff troubles) {
        Outcome.Kind last = Outcome.Kind.RELEASE;
        try {
            last = run.work(task);
        } catch (ServerProblem | Git.Problem problem) {
            log.warn(task.id(), problem.getMessage());
        }
        end = last == Outcome.Kind.SUCCESS ? End.DONE : End.NOT_DONE;
        if (last == Outcome.Kind.SUCCESS) {
            troubles.reset();
        } else {
            source.passOver(task.id());
        }
        if (last == Outcome.Kind.RELEASE && !stopping.requested() && !settings.once()) {
            stopping.pause(
                    troubles.next(Duration.ZERO)); // something on this machine is broken: wait before the next task
        }
    }

    private void showStatus() {
        List<String> parts = new ArrayList<>();
        for (CommandRunner.Running one : commands.running()) {
            long seconds = Duration.between(one.since(), Instant.now()).toSeconds();
            parts.add("%s %d:%02d %s"
                    .formatted(
                            one.task(),
                            seconds / 60,
                            seconds % 60,
                            Printable.cut(one.command().lastLine(), 40)));
        }
        log.status(parts.isEmpty() ? "waiting for a task" : parts.size() + " running: " + String.join(" · ", parts));
    }

    private void join(Duration atMost) {
        long end = System.nanoTime() + Math.min(atMost.toNanos(), Long.MAX_VALUE / 2);
        try {
            for (Thread thread : List.copyOf(threads)) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
