package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Backoff;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.ServerProblem;
import dev.baton.cli.worker.Mapping.MoveTemplate;
import dev.baton.cli.worker.Mapping.Take;
import dev.baton.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where the worker gets its tasks from: the server's claims, or searches for tasks that it may take. */
final class TaskSource {

    private static final int CANDIDATES = 20;
    private static final int REMEMBERED = 10_000;
    private static final int SHORT_WAIT = 5;
    private static final Duration LOST_INTERVAL = Duration.ofSeconds(30);

    private final Mapping mapping;
    private final TaskServer server;
    private final Stopping stopping;
    private final WorkerLog log;
    private final int wait;
    private final Backoff nothing = new Backoff(Duration.ofSeconds(10));
    /** Tasks that could not be taken or worked on, as they were then. */
    private final Map<String, String> passedOver = new ConcurrentHashMap<>();

    private Instant nextLookForLost = Instant.EPOCH;

    TaskSource(Mapping mapping, TaskServer server, Stopping stopping, WorkerLog log, int wait) {
        this.mapping = mapping;
        this.server = server;
        this.stopping = stopping;
        this.log = log;
        this.wait = wait;
    }

    /** Waits for some time; empty if nothing came. */
    Optional<HeldTask> next() {
        Optional<HeldTask> lost = lost();
        if (lost.isPresent()) {
            return lost;
        }
        boolean claims = false;
        for (Take take : mapping.take()) {
            claims |= take.claim();
            Optional<HeldTask> found = take.claim()
                    ? server.claim(mapping.lifecycle(), mapping.take().size() == 1 ? wait : Math.min(wait, SHORT_WAIT))
                    : search(take);
            if (found.isPresent()) {
                nothing.reset();
                return found;
            }
        }
        if (!claims) {
            stopping.pause(nothing.next(Duration.ZERO));
        }
        return Optional.empty();
    }

    /** Does not offer the task again until something changes about it. */
    void passOver(String id) {
        try {
            if (!mapping.take().stream().allMatch(Take::claim)) {
                remember(server.show(id));
            }
        } catch (ServerProblem problem) {
            log.warn(id, problem.getMessage());
        }
    }

    private void remember(JsonNode task) {
        if (passedOver.size() > REMEMBERED) {
            passedOver.clear();
        }
        passedOver.put(task.path("id").asText(), task.path("updatedAt").asText());
    }

    private Optional<HeldTask> search(Take take) {
        Query query = Query.of("/api/tasks")
                .with("lifecycle", mapping.lifecycle())
                .with("state", take.state())
                .with("active", true)
                .with("mine", take.mine() ? true : null)
                .with("sort", "priority")
                .with("limit", CANDIDATES);
        return first(query, take.moves());
    }

    /** Tasks of the same user whose lease ran out: the worker that held them is dead. */
    private synchronized Optional<HeldTask> lost() {
        if (mapping.lost().isEmpty() || Instant.now().isBefore(nextLookForLost)) {
            return Optional.empty();
        }
        nextLookForLost = Instant.now().plus(LOST_INTERVAL);
        for (Map.Entry<String, List<MoveTemplate>> state : mapping.lost().entrySet()) {
            Query query = Query.of("/api/tasks")
                    .with("lifecycle", mapping.lifecycle())
                    .with("state", state.getKey())
                    .with("active", true)
                    .with("mine", true)
                    .with("flag", "no-progress")
                    .with("limit", CANDIDATES);
            Optional<HeldTask> found = first(query, state.getValue());
            if (found.isPresent()) {
                log.warn(found.get().id(), "its worker was lost; taking it over");
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<HeldTask> first(Query query, List<MoveTemplate> moves) {
        for (JsonNode candidate : server.find(query)) {
            String seen = passedOver.get(candidate.path("id").asText());
            if (!candidate.path("updatedAt").asText().equals(seen) && !blocked(candidate)) {
                Optional<HeldTask> taken = take(candidate, moves);
                if (taken.isPresent()) {
                    return taken;
                }
                remember(candidate);
            }
        }
        return Optional.empty();
    }

    private boolean blocked(JsonNode task) {
        for (JsonNode blocker : task.path("blockedBy")) {
            if (server.show(blocker.path("id").asText()).path("active").asBoolean()) {
                return true;
            }
        }
        return false;
    }

    private Optional<HeldTask> take(JsonNode candidate, List<MoveTemplate> moves) {
        HeldTask task = HeldTask.of(candidate, Instant.now());
        ObjectNode values = Json.object();
        values.set("task", candidate);
        try {
            for (MoveTemplate move : moves) {
                task = server.move(task, move.trigger(), PayloadTemplate.fill(move.payload(), values));
            }
        } catch (ServerProblem problem) {
            if (problem.status() != 409) { // another worker was faster
                log.warn(task.id(), "can't be taken: " + problem.getMessage());
            }
            return Optional.empty();
        }
        return task.epoch() == null || server.takeLease(task) ? Optional.of(task) : Optional.empty();
    }
}
