package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.engine.Lifecycles;
import dev.baton.ledger.Task;
import dev.baton.move.TaskMoved;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
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
 * Workers that wait for a task without holding a thread. A ring wakes one; a worker that got something wakes the
 * next, so that as many come as there are tasks. Once in a while they look by themselves, for rings that got lost.
 */
@Component
public class PendingClaims implements DisposableBean {

    private static final int THREADS = 4;

    private final Claims claims;
    private final Lifecycles lifecycles;
    private final WorkAvailableSignal bell;
    private final Map<String, Queue<PendingClaim<?>>> queues = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    PendingClaims(Claims claims, Lifecycles lifecycles, WorkAvailableSignal bell) {
        this.claims = claims;
        this.lifecycles = lifecycles;
        this.bell = bell;
        bell.whenItRings(this::wakeOne);
    }

    /** A task now or within the time; empty when there was none. */
    public CompletableFuture<Optional<Task>> next(String lifecycle, Actor actor, Duration wait) {
        return next(lifecycle, wait, () -> claims.next(lifecycle, actor));
    }

    /**
     * What the claim finds now or within the time; empty when that was nothing.
     *
     * @param claim tried again whenever there may be something, on other threads
     */
    public <T> CompletableFuture<Optional<T>> next(String lifecycle, Duration wait, Supplier<Optional<T>> claim) {
        Optional<T> now = claim.get();
        if (now.isPresent() || wait.isZero()) {
            return CompletableFuture.completedFuture(now);
        }
        PendingClaim<T> waiting = new PendingClaim<>(claim);
        queue(lifecycle).add(waiting);
        wakeOne(lifecycle); // something may have come between the look and the queue
        return waiting.atMost(wait, threads);
    }

    @TransactionalEventListener
    void moved(TaskMoved moved) {
        Task task = moved.task();
        if (!task.ended()) {
            Claims.claim(lifecycles.of(task.definitionId()).lifecycle())
                    .filter(claim -> claim.from().equals(task.state()))
                    .ifPresent(claim -> bell.ring(task.lifecycle()));
        }
    }

    @Scheduled(fixedDelayString = "PT2S")
    void lookByThemselves() {
        queues.keySet().forEach(this::wakeOne);
    }

    private void wakeOne(String lifecycle) {
        Queue<PendingClaim<?>> queue = queue(lifecycle);
        if (!queue.isEmpty()) {
            threads.execute(() -> serve(lifecycle, queue));
        }
    }

    private void serve(String lifecycle, Queue<PendingClaim<?>> queue) {
        PendingClaim<?> waiting = queue.poll();
        while (waiting != null && waiting.answered()) {
            waiting = queue.poll();
        }
        if (waiting == null) {
            return;
        }
        waiting.look();
        if (waiting.answered()) {
            wakeOne(lifecycle);
        } else {
            queue.add(waiting);
        }
    }

    private Queue<PendingClaim<?>> queue(String lifecycle) {
        return queues.computeIfAbsent(lifecycle, l -> new ConcurrentLinkedQueue<>());
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
