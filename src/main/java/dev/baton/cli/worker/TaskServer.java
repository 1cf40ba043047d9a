package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Answer;
import dev.baton.cli.client.Backoff;
import dev.baton.cli.client.Printable;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.ServerAway;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.ServerProblem;
import dev.baton.json.Json;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The worker's calls. They are repeated with growing pauses while the server is away, with the same idempotency key, so a
 * request whose answer was lost is not done twice.
 */
final class TaskServer {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int SERVER_ERRORS = 5;
    private static final int LONGEST_NOTE = 500;

    private final ServerClient client;
    private final Stopping stopping;
    private final WorkerLog log;
    private final AtomicBoolean away = new AtomicBoolean();

    TaskServer(ServerClient client, Stopping stopping, WorkerLog log) {
        this.client = client;
        this.stopping = stopping;
        this.log = log;
    }

    /** Waits for a task that is handed out by claims. */
    Optional<HeldTask> claim(String lifecycle, int seconds) {
        ObjectNode body = Json.object().put("lifecycle", lifecycle).put("wait", seconds);
        String key = UUID.randomUUID().toString();
        Answer answer = retryWhileAway(false, () -> client.post("/api/claims", body, key, Duration.ofSeconds(seconds)));
        return answer.empty() ? Optional.empty() : Optional.of(HeldTask.of(answer.json(), answer.date()));
    }

    JsonNode find(Query query) {
        return retryWhileAway(false, () -> client.get(query)).json().path("tasks");
    }

    JsonNode show(String id) {
        return retryWhileAway(true, () -> client.get(Query.task(id, ""))).json();
    }

    HeldTask move(HeldTask task, String trigger, ObjectNode payload) {
        ObjectNode body = Json.object().put("trigger", trigger);
        body.set("payload", payload);
        if (task.epoch() != null) {
            body.put("leaseEpoch", task.epoch());
        }
        String key = UUID.randomUUID().toString();
        Answer answer = retryWhileAway(true, () -> client.post(Query.task(task.id(), "/transitions"), body, key));
        return HeldTask.of(answer.json().path("task"), answer.date());
    }

    /** One try. */
    void heartbeat(HeldTask task, String note) {
        heartbeat(task, note, null);
    }

    /**
     * Several workers of one user can find the same task; the first to call this for a lease has it. The heartbeats differ, so
     * the server refuses the second one with the same key.
     *
     * @return false if another worker was faster
     */
    boolean takeLease(HeldTask task) {
        String key = "take " + task.id() + " " + task.epoch();
        String note = "taken by run " + UUID.randomUUID();
        try {
            retryWhileAway(true, () -> {
                heartbeat(task, note, key);
                return null;
            });
            return true;
        } catch (ServerProblem problem) {
            if (problem.refused()) {
                return false;
            }
            throw problem;
        }
    }

    private void heartbeat(HeldTask task, String note, String key) {
        ObjectNode body = Json.object().put("leaseEpoch", task.epoch());
        if (!note.isBlank()) {
            body.put("note", Printable.cut(log.redact(note), LONGEST_NOTE));
        }
        client.post(Query.task(task.id(), "/heartbeat"), body, key);
    }

    /** @param withinGrace whether to go on when the worker was asked to stop, until its grace is over */
    private <T> T retryWhileAway(boolean withinGrace, Supplier<T> call) {
        Backoff backoff = new Backoff(LONGEST_PAUSE);
        for (int errors = 0; ; ) {
            try {
                T answer = call.get();
                if (away.compareAndSet(true, false)) {
                    log.info(null, "the server answers again");
                }
                return answer;
            } catch (ServerAway gone) {
                pause(withinGrace, gone.getMessage(), backoff.next(gone.retryAfter()));
            } catch (ServerProblem problem) {
                if (problem.status() < 500 || ++errors >= SERVER_ERRORS) {
                    throw problem;
                }
                pause(withinGrace, problem.getMessage(), backoff.next(Duration.ZERO));
            }
        }
    }

    private void pause(boolean withinGrace, String why, Duration time) {
        if (withinGrace ? stopping.over() : stopping.requested()) {
            throw new Stopping.Stopped();
        }
        if (!away.getAndSet(true)) {
            log.warn(null, why + "\n  trying again with growing pauses, at most " + LONGEST_PAUSE.toSeconds() + " s");
        }
        if (withinGrace) {
            stopping.pauseWithinGrace(time);
        } else {
            stopping.pause(time);
        }
    }
}
