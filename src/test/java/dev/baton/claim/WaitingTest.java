package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Crowd;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class WaitingTest {

    @Test
    void whatIsFoundInTheVeryLastMomentIsNotLost() {
        CountDownLatch over = new CountDownLatch(1);
        PendingClaim<String> waiting = new PendingClaim<>(() -> {
            await(over);
            return Optional.of("task");
        });
        CompletableFuture<Optional<String>> answer = waiting.atMost(Duration.ofMillis(1), giveUp -> {
            ForkJoinPool.commonPool().execute(giveUp);
            over.countDown();
        });
        waiting.look();
        assertThat(Crowd.await(answer)).contains("task");
    }

    @Test
    void whoHasGivenUpTakesNothingAnyMore() {
        PendingClaim<String> waiting = new PendingClaim<>(() -> {
            throw new AssertionError("looked although nobody waits");
        });
        assertThat(Crowd.await(waiting.atMost(Duration.ofMillis(1), Runnable::run)))
                .isEmpty();
        waiting.look();
    }

    @Test
    void whatGoesWrongIsToldAtOnce() {
        PendingClaim<String> waiting = new PendingClaim<>(() -> {
            throw new IllegalStateException("no more");
        });
        CompletableFuture<Optional<String>> answer = waiting.atMost(Duration.ofMinutes(1), Runnable::run);
        waiting.look();
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
