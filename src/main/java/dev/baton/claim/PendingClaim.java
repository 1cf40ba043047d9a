package dev.baton.claim;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A claim of a worker that waits for a task. The time-out does not interrupt a running attempt: the task that it claims
 * would be leased without an answer to the worker.
 */
final class PendingClaim<T> {

    private final Supplier<Optional<T>> claim;
    private final CompletableFuture<Optional<T>> answer = new CompletableFuture<>();

    PendingClaim(Supplier<Optional<T>> claim) {
        this.claim = claim;
    }

    /** @param threads run the time-out, which may have to wait for a running attempt */
    CompletableFuture<Optional<T>> withTimeout(Duration wait, Executor threads) {
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS);
        timer.thenRunAsync(this::timeOut, threads);
        answer.whenComplete((found, failure) -> timer.cancel(false));
        return answer;
    }

    boolean isDone() {
        return answer.isDone();
    }

    synchronized void attempt() {
        if (isDone()) {
            return;
        }
        try {
            Optional<T> found = claim.get();
            if (found.isPresent()) {
                answer.complete(found);
            }
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private synchronized void timeOut() {
        answer.complete(Optional.empty());
    }
}
