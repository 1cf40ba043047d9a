package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Crowd;
import dev.baton.testing.OtherClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents of all five lifecycles work on three servers while servers and PostgreSQL are killed, paused and cut off. {@code -Dchaos.minutes=60}
 * goes on for longer, {@code -Dchaos.seed} repeats the order of the faults, {@code -Dchaos.pause} has agents wait after each request.
 */
class ChaosTest {

    private static final Duration TIME = Duration.ofMinutes(Integer.getInteger("chaos.minutes", 0));
    private static final long SEED = Long.getLong("chaos.seed", System.nanoTime());
    private static final Duration PAUSE = Duration.ofMillis(Integer.getInteger("chaos.pause", 20));
    private static final List<String> QUEUE_WORKERS = List.of("worker-1", "worker-2", "specialist", "lead");
    private static final int LEADERS_OF_LIVES = 4;

    /** So many answers after a fault show that the work goes on. */
    private static final int ANSWERS = 40;

    /** Twice what the death of a server may cost, since several faults can come together, on a slow machine. */
    private static final Duration LATEST = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final long start = System.nanoTime();
    private final Random chance = new Random(SEED);
    private final Answered answered = new Answered();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean ending;

    @AfterEach
    void stopAgents() {
        threads.shutdownNow();
    }

    @Test
    void nothingIsLostOrDoneTwiceWhateverFails() {
        say("seed %d, clocks %s", SEED, OtherClock.isInstalled() ? "a minute off" : "alike: libfaketime is missing");
        try (Cluster cluster = new Cluster(folder)) {
            RetryingCaller caller = new RetryingCaller(cluster);
            Invariants invariants = new Invariants(cluster.database());
            try (Listeners listeners = new Listeners(caller)) {
                say("the servers run");
                List<Future<?>> working = work(cluster, caller, listeners);
                Faults faults = new Faults(cluster, agent(caller, Duration.ZERO), chance);
                do {
                    for (String kind : faults.shuffled()) {
                        faults.happen(kind);
                        goesOn(caller, working);
                        invariants.hold();
                        say("%s", kind);
                    }
                } while (System.nanoTime() - start < TIME.toNanos());
                ending = true;
                working.forEach(Crowd::await);
                say("%s", faults.counts());
                say("%d answers, %d requests were sent again", caller.answered(), caller.sentAgain());
                isComplete(cluster, caller, invariants, listeners);
            }
        }
    }

    private Agent agent(RetryingCaller caller, Duration pause) {
        return new Agent(caller, answered, chance.nextLong(), pause);
    }

    private List<Future<?>> work(Cluster cluster, RetryingCaller caller, Listeners listeners) {
        List<Future<?>> working = new ArrayList<>();
        for (int i = 0; i < LEADERS_OF_LIVES; i++) {
            ScriptedLives lives = new ScriptedLives(agent(caller, PAUSE), i);
            working.add(threads.submit(() -> untilTheEnd(lives)));
        }
        for (String name : QUEUE_WORKERS) {
            QueueWorker worker = new QueueWorker(agent(caller, PAUSE), name);
            working.add(threads.submit(() -> {
                untilTheEnd(worker);
                while (count(cluster, "SELECT count(*) FROM task WHERE lifecycle='work-queue' AND ended_at IS NULL")
                        > 0) {
                    worker.workOnNext(false);
                }
            }));
        }
        working.add(threads.submit(() -> untilTheEnd(listeners::read)));
        return working;
    }

    private void untilTheEnd(Runnable life) {
        while (!ending) {
            life.run();
        }
    }

    private static void goesOn(RetryingCaller caller, List<Future<?>> working) {
        long before = caller.answered();
        Crowd.waitUntil("requests are answered", 60, () -> {
            working.stream().filter(Future::isDone).forEach(Crowd::await); // one that has failed says why
            return caller.answered() > before + ANSWERS;
        });
    }

    private void isComplete(Cluster cluster, RetryingCaller caller, Invariants invariants, Listeners listeners) {
        invariants.nothingIsLostOrDoneTwice(answered);
        for (int i = 0; i < Cluster.size(); i++) {
            invariants.countsAgree(caller.get(i, "admin", "/api/lifecycles").json());
        }
        Crowd.waitUntil(
                "all events have numbers",
                30,
                () -> count(cluster, "SELECT count(*) FROM task_event WHERE number IS NULL") == 0);
        long last = count(cluster, "SELECT max(number) FROM task_event");
        listeners.haveReadAll(last);
        Crowd.waitUntil(
                "all is delivered",
                60,
                () -> count(cluster, "SELECT count(*) FROM webhook_delivery WHERE status <> 'delivered'") == 0
                        && count(cluster, "SELECT number FROM webhook_position") >= last);
        listeners.haveReceivedAll(count(cluster, "SELECT after_number + 1 FROM webhook"), last);
        invariants.hold();
        invariants.everythingIsFinished();
        say("%d tasks, %d events, %d deliveries", answered.tasks().size(), last, listeners.received());
        Lateness leases = new Lateness(cluster.sql(), cluster.outages()).ofLeases(answered);
        Lateness wakeUps = new Lateness(cluster.sql(), cluster.outages()).ofWakeUps();
        say("%d leases ran out, at most %s late", leases.count(), leases.longest());
        say("%d tasks were unblocked, at most %s late", wakeUps.count(), wakeUps.longest());
        assertThat(List.of(leases.longest(), wakeUps.longest())).allMatch(late -> late.compareTo(LATEST) < 0);
    }

    private static long count(Cluster cluster, String sql) {
        return cluster.sql().sql(sql).query(Long.class).single();
    }

    private void say(String text, Object... values) {
        System.out.printf("chaos, %.0f s: %s%n", (System.nanoTime() - start) / 1e9, text.formatted(values));
    }
}
