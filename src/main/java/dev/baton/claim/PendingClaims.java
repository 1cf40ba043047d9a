package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.database.ServerNotifications;
import dev.baton.ledger.Task;
import dev.baton.move.TaskMoved;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Claims that wait for a task without blocking a thread. A signal retries one; each success retries the next, until there
 * are no more tasks. A scheduled retry covers lost signals.
 */
@Component
public class PendingClaims implements DisposableBean {

    private static final String CHANNEL = "baton_waiting";
    private static final int THREADS = 4;

    /** Callers can name any topic, so the number of queues in memory is limited. */
    private static final int MAX_QUEUES = 10_000;

    private final Claims claims;
    private final ServerNotifications notifications;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    PendingClaims(Claims claims, ServerNotifications notifications) {
        this.claims = claims;
        this.notifications = notifications;
        notifications.receive(CHANNEL, this::retryOne);
    }

    /** The next task, now or within the time; empty if there was none. */
    public CompletableFuture<Optional<Task>> next(String lifecycle, Actor actor, Duration wait) {
        return next(Set.of(lifecycle), wait, () -> claims.next(lifecycle, actor));
    }

    /**
     * The result of the claim, now or within the time; empty if there was none.
     *
     * @param names lifecycles, or names {@link #ofTopic}: the claim is for tasks of all of them
     * @param claim retried on other threads whenever there may be a task
     */
    public <T> CompletableFuture<Optional<T>> next(Set<String> names, Duration wait, Supplier<Optional<T>> claim) {
        Optional<T> now = claim.get();
        boolean full = waiting.size() >= MAX_QUEUES && !waiting.keySet().containsAll(names);
        if (now.isPresent() || wait.isZero() || full) {
            return CompletableFuture.completedFuture(now);
        }
        PendingClaim<T> pending = new PendingClaim<>(claim);
        names.forEach(name -> waiting(name).claims.add(pending));
        names.forEach(this::retryOne); // a task may have become ready before the claim was queued
        return pending.withTimeout(wait, threads);
    }

    @TransactionalEventListener
    void moved(TaskMoved moved) {
        claims.readyState(moved.task())
                .ifPresent(
                        ready -> notifyAllServers(ready.topic() == null ? ready.lifecycle() : ofTopic(ready.topic())));
    }

    private void notifyAllServers(String name) {
        retryOne(name);
        notifications.send(CHANNEL, name);
    }

    /** The name of the queue of a topic; no lifecycle has such a key. */
    public static String ofTopic(String topic) {
        return "topic " + topic;
    }

    @Scheduled(fixedDelayString = "PT2S")
    void retryAll() {
        waiting.keySet().forEach(this::retryOne);
    }

    private void retryOne(String name) {
        Waiting waiting = waiting(name);
        waiting.signalled = true;
        retryOne(waiting);
    }

    private void retryOne(Waiting waiting) {
        if (!waiting.claims.isEmpty()) {
            threads.execute(() -> retryFirst(waiting));
        }
    }

    private void retryFirst(Waiting waiting) {
        PendingClaim<?> pending = waiting.claims.poll();
        while (pending != null && pending.isDone()) {
            pending = waiting.claims.poll();
        }
        if (pending == null) {
            return;
        }
        waiting.signalled = false;
        pending.attempt();
        if (pending.isDone()) {
            retryOne(waiting);
            return;
        }
        waiting.claims.add(pending);
        if (waiting.signalled) {
            retryOne(waiting);
        }
    }

    private Waiting waiting(String name) {
        return waiting.computeIfAbsent(name, n -> new Waiting());
    }

    /** The claims for tasks of one lifecycle or topic. */
    private static final class Waiting {

        private final Queue<PendingClaim<?>> claims = new ConcurrentLinkedQueue<>();

        /** Whether a task may have become ready since the last attempt began, which then has not seen it. */
        private volatile boolean signalled;
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
