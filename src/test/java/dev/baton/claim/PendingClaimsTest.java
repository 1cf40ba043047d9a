package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.ServerNotifications;
import dev.baton.testing.Crowd;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PendingClaimsTest {

    private Consumer<String> signal;

    private final PendingClaims pending = new PendingClaims(null, new ServerNotifications() {
        @Override
        public void receive(String channel, Consumer<String> receiver) {
            signal = receiver;
        }
    });

    @Test
    void aClaimForSeveralTopicsIsRetriedForEachOfThem() {
        AtomicReference<String> task = new AtomicReference<>();
        CompletableFuture<Optional<String>> answer = pending.next(
                Set.of("topic a", "topic b"), Duration.ofMinutes(1), () -> Optional.ofNullable(task.get()));
        assertThat(answer).isNotDone();
        task.set("t-1");
        signal.accept("topic b");
        assertThat(Crowd.await(answer)).contains("t-1");
        pending.destroy();
    }

    @Test
    void aClaimThatWasAnsweredForOneTopicIsNotMadeForAnother() {
        AtomicReference<String> task = new AtomicReference<>();
        CompletableFuture<Optional<String>> first = pending.next(
                Set.of("topic a", "topic b"), Duration.ofMinutes(1), () -> Optional.ofNullable(task.getAndSet(null)));
        task.set("t-1");
        signal.accept("topic a");
        assertThat(Crowd.await(first)).contains("t-1");
        CompletableFuture<Optional<String>> second =
                pending.next(Set.of("topic b"), Duration.ofMinutes(1), () -> Optional.ofNullable(task.getAndSet(null)));
        task.set("t-2");
        signal.accept("topic b");
        assertThat(Crowd.await(second)).contains("t-2");
        pending.destroy();
    }

    @Test
    void aSignalDuringTheOnlyAttemptIsNotLost() throws InterruptedException {
        AtomicReference<String> task = new AtomicReference<>();
        Semaphore attempts = new Semaphore(2);
        Semaphore looked = new Semaphore(0);
        CompletableFuture<Optional<String>> answer = pending.next(Set.of("topic a"), Duration.ofMinutes(1), () -> {
            Optional<String> found = Optional.ofNullable(task.get());
            looked.release();
            attempts.acquireUninterruptibly();
            return found;
        });
        looked.acquire(2); // by the caller's thread, and by the retry
        signal.accept("topic a");
        looked.acquire(); // this attempt is held up after it found nothing
        task.set("t-1");
        signal.accept("topic a");
        attempts.release(100);
        assertThat(Crowd.await(answer)).contains("t-1");
        pending.destroy();
    }
}
