package dev.baton.cli.worker;

import dev.baton.cli.client.Backoff;
import dev.baton.cli.client.ServerAway;
import dev.baton.cli.client.ServerProblem;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Keeps the lease of a task by heartbeats while its command runs, and notices when it is lost. */
final class LeaseKeeper implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** The first heartbeat shows people that the command runs; most short commands have ended by then. */
    private static final Duration FIRST = Duration.ofSeconds(2);

    private final TaskServer server;
    private final HeldTask task;
    private final Stopping stopping;
    private final ScheduledFuture<?> beats;
    private volatile Supplier<String> note = () -> "";
    private volatile Runnable onLoss = () -> {};
    private volatile String loss;

    LeaseKeeper(TaskServer server, HeldTask task, Stopping stopping, ScheduledExecutorService timer) {
        this.server = server;
        this.task = task;
        this.stopping = stopping;
        long millis = Math.min(task.leaseTime().toMillis() / 3, LONGEST.toMillis());
        this.beats = task.epoch() == null
                ? null
                : timer.scheduleWithFixedDelay(
                        this::beatQuietly, Math.min(FIRST.toMillis(), millis), millis, TimeUnit.MILLISECONDS);
    }

    String taskId() {
        return task.id();
    }

    /**
     * @param note what the heartbeats say; blank as long as the command has said nothing
     * @param onLoss called once when the lease is lost
     */
    void during(Supplier<String> note, Runnable onLoss) {
        this.note = () -> {
            String line = note.get();
            return line.isBlank() ? "the command runs" : line;
        };
        this.onLoss = onLoss;
        if (lost()) {
            onLoss.run();
        }
    }

    boolean lost() {
        return loss != null;
    }

    /** Why the lease was lost. */
    String loss() {
        return loss;
    }

    /**
     * Does something that only the holder may do.
     *
     * @param exclusively runs it while nobody else can do the same
     */
    Outcome whenConfirmed(Function<Supplier<Outcome>, Outcome> exclusively, Supplier<Outcome> work) {
        Backoff backoff = new Backoff(LONGEST);
        while (true) {
            Duration pause;
            try {
                return exclusively.apply(() -> {
                    beat();
                    return lost() ? Outcome.lost() : work.get();
                });
            } catch (ServerAway away) {
                pause = backoff.next(away.retryAfter());
            } catch (ServerProblem problem) {
                pause = backoff.next(Duration.ZERO); // an error of the server: not confirmed
            }
            if (stopping.over()) {
                throw new Stopping.Stopped();
            }
            stopping.pauseWithinGrace(pause); // not while others wait for the lock
        }
    }

    private void beatQuietly() {
        try {
            beat();
        } catch (ServerAway | ServerProblem e) {
            // the next heartbeat tries again; the report says whether the task is still ours
        }
    }

    private synchronized void beat() {
        if (task.epoch() == null || lost()) {
            return;
        }
        try {
            server.heartbeat(task, note.get());
        } catch (ServerProblem problem) {
            if (problem.status() >= 500) {
                throw problem;
            }
            loss = problem.getMessage();
            onLoss.run();
        }
    }

    @Override
    public void close() {
        if (beats != null) {
            beats.cancel(false);
        }
    }
}
