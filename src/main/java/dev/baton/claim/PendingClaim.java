package dev.baton.claim;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A worker that waits for a task. It never gives up while it looks: what it finds then would be held by nobody. */
final class PendingClaim<T> {

    private final Supplier<Optional<T>> claim;
    private final CompletableFuture<Optional<T>> answer = new CompletableFuture<>();

    PendingClaim(Supplier<Optional<T>> claim) {
        this.claim = claim;
    }

    /** @param threads where it gives up; that may take as long as a look */
    CompletableFuture<Optional<T>> atMost(Duration wait, Executor threads) {
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS);
        timer.thenRunAsync(this::giveUp, threads);
        answer.whenComplete((found, failure) -> timer.cancel(false));
        return answer;
    }

    boolean answered() {
        return answer.isDone();
    }

    synchronized void look() {
        if (answered()) {
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

    private synchronized void giveUp() {
        answer.complete(Optional.empty());
    }
}
