package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** What the servers have answered to agents: all of it, and nothing else by them, has to be in the history. */
final class Answered {

    /**
     * A move.
     *
     * @param epoch of the lease with which it was made; 0 for none
     * @param expiresAt when the lease that it began runs out; null if it began none
     */
    record Done(int epoch, long order, String actor, String trigger, Instant expiresAt) {}

    private final Set<String> created = ConcurrentHashMap.newKeySet();
    private final Map<String, Queue<Done>> moves = new ConcurrentHashMap<>();
    private final Set<String> leases = ConcurrentHashMap.newKeySet();
    private final AtomicLong order = new AtomicLong();
    private final List<String> uncertain = new CopyOnWriteArrayList<>();

    void created(String task) {
        assertThat(created.add(task)).as(task).isTrue();
    }

    void moved(String task, int epoch, String actor, String trigger, JsonNode lease) {
        Instant expiresAt = lease.hasNonNull("expiresAt")
                ? Instant.parse(lease.get("expiresAt").asText())
                : null;
        of(task).add(new Done(epoch, order.incrementAndGet(), actor, trigger, expiresAt));
    }

    /** A claim or another move that begins a lease, which nobody else has been given. */
    void leased(String task, int epoch) {
        assertThat(leases.add(task + " " + epoch))
                .as("lease %d of %s was given once", epoch, task)
                .isTrue();
    }

    /**
     * An agent was told that no task is ready, after it had sent its claim more than once. That uses no idempotency key, so a server
     * that was paused can still carry out the earlier request; such a lease runs out.
     */
    void mayHaveClaimed(String actor) {
        uncertain.add(actor + " claim");
    }

    /** What is stored without such claims, each of which explains one entry that was not answered. */
    List<String> withoutUncertain(List<String> stored, List<String> expected) {
        List<String> certain = new ArrayList<>();
        for (String entry : stored) {
            boolean answered = certain.size() < expected.size() && entry.equals(expected.get(certain.size()));
            if (answered || !uncertain.remove(entry)) {
                certain.add(entry);
            }
        }
        return certain;
    }

    Set<String> tasks() {
        return created;
    }

    /** A worker may have claimed a task before its creator has got the answer. */
    private Queue<Done> of(String task) {
        return moves.computeIfAbsent(task, id -> new ConcurrentLinkedQueue<>());
    }

    /** In the order of their leases, which is the order in which they have to be in the history. */
    List<Done> movesOf(String task) {
        return of(task).stream()
                .sorted(Comparator.comparingInt(Done::epoch).thenComparingLong(Done::order))
                .toList();
    }
}
