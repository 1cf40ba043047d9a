package dev.baton.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Runs actions concurrently: each has a thread, and all start at the same moment. */
public final class Crowd {

    private static final int PATIENCE_SECONDS = 180;

    private Crowd() {}

    /** The results, in the order of the actions. */
    public static <T> List<T> of(int size, IntFunction<T> each) {
        List<Callable<T>> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int number = i;
            members.add(() -> each.apply(number));
        }
        return of(members);
    }

    public static <T> List<T> of(List<Callable<T>> members) {
        ExecutorService threads = Executors.newFixedThreadPool(members.size());
        CountDownLatch ready = new CountDownLatch(members.size());
        try {
            List<Future<T>> running = members.stream()
                    .map(member -> threads.submit(() -> {
                        ready.countDown();
                        ready.await();
                        return member.call();
                    }))
                    .toList();
            return running.stream().map(Crowd::await).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    public static <T> T await(Future<T> running) {
        try {
            return running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("not done after " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Polls until the condition holds or the time is up. */
    public static void waitUntil(String what, int seconds, BooleanSupplier holds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still not so after " + seconds + " s: " + what);
            }
            LockSupport.parkNanos(20_000_000);
        }
    }
}
