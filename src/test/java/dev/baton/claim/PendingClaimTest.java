package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Crowd;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class PendingClaimTest {

    @Test
    void aTaskFoundDuringTheTimeOutIsNotLost() {
        CountDownLatch attempted = new CountDownLatch(1);
        CountDownLatch timedOut = new CountDownLatch(1);
        PendingClaim<String> claim = new PendingClaim<>(() -> {
            attempted.countDown();
            await(timedOut);
            return Optional.of("task");
        });
        CompletableFuture<Optional<String>> answer = claim.withTimeout(
                Duration.ofMillis(1),
                timeOut -> ForkJoinPool.commonPool().execute(() -> {
                    await(attempted);
                    ForkJoinPool.commonPool().execute(timeOut);
                    timedOut.countDown();
                }));
        claim.attempt();
        assertThat(Crowd.await(answer)).contains("task");
    }

    @Test
    void aClaimThatTimedOutIsNotAttemptedAgain() {
        PendingClaim<String> claim = new PendingClaim<>(() -> {
            throw new AssertionError("attempted after the time-out");
        });
        assertThat(Crowd.await(claim.withTimeout(Duration.ofMillis(1), Runnable::run)))
                .isEmpty();
        claim.attempt();
    }

    @Test
    void aFailureIsReportedAtOnce() {
        PendingClaim<String> claim = new PendingClaim<>(() -> {
            throw new IllegalStateException("no more");
        });
        CompletableFuture<Optional<String>> answer = claim.withTimeout(Duration.ofMinutes(1), Runnable::run);
        claim.attempt();
        assertThat(answer).isCompletedExceptionally();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
