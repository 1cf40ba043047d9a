package dev.baton.cli.worker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether the worker is to stop: first no new tasks are taken, and when the grace is over those under way are given back. */
final class Stopping {

    /** The worker ends now; what was asked for was not done. */
    static final class Stopped extends RuntimeException {}

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    void request() {
        requested.countDown();
    }

    void graceIsOver() {
        requested.countDown();
        over.countDown();
    }

    boolean requested() {
        return requested.getCount() == 0;
    }

    boolean over() {
        return over.getCount() == 0;
    }

    /** Returns early when the worker is asked to stop. */
    void pause(Duration time) {
        pause(requested, time);
    }

    /** Returns early when the grace is over. */
    void pauseWithinGrace(Duration time) {
        pause(over, time);
    }

    private static void pause(CountDownLatch latch, Duration time) {
        try {
            latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped();
        }
    }
}
