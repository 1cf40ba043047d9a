package dev.baton.benchmark;

import dev.baton.claim.PendingClaims;
import dev.baton.core.Actor;
import dev.baton.ledger.Task;
import dev.baton.testing.Baton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Some clients that work at the same time. */
final class Clients {

    private Clients() {}

    static Task claim(Baton baton, Actor actor) {
        return baton.bean(PendingClaims.class)
                .next("work-queue", actor, Duration.ofSeconds(5))
                .join()
                .orElseThrow(() -> new IllegalStateException("there was nothing to claim"));
    }

    /** Whole lives per second. */
    static double rate(Life life, int clients, Duration time) throws Exception {
        AtomicLong lives = new AtomicLong();
        long start = System.nanoTime();
        long end = start + time.toNanos();
        together(clients, () -> {
            try {
                while (System.nanoTime() < end) {
                    life.live();
                    lives.incrementAndGet();
                }
            } finally {
                life.disconnect();
            }
        });
        return lives.get() / ((System.nanoTime() - start) / 1e9);
    }

    /** Something that can go wrong. */
    interface Job {
        void run() throws Exception;
    }

    static void together(int clients, Job job) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                all.add(threads.submit(() -> {
                    job.run();
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
