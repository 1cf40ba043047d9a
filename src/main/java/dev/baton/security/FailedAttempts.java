package dev.baton.security;

import java.time.Duration;
import java.time.Instant;

/**
 * Wrong passwords or tokens from one source. Some are free, each one after that doubles the delay until the next try,
 * and one is forgotten every now and then.
 */
final class FailedAttempts {

    /**
     * How strict to be.
     *
     * @param free how many wrong ones cost nothing
     * @param forgetOne how long it takes until one is forgotten
     */
    record Limit(int free, Duration forgetOne) {}

    static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

    private final Limit limit;
    private final Object turn = new Object();
    private double count;
    private Instant last = Instant.MIN;
    private Instant until = Instant.MIN;
    private boolean succeeded;

    FailedAttempts(Limit limit) {
        this.limit = limit;
    }

    /** What whoever tries a password holds meanwhile. */
    Object turn() {
        return turn;
    }

    /** How long the next try has to wait; nothing also after the clock was set back by more than any delay. */
    synchronized Duration delay(Instant now) {
        if (!until.isAfter(now)) {
            return Duration.ZERO;
        }
        Duration delay = Duration.between(now, until);
        return delay.compareTo(LONGEST_DELAY) > 0 ? Duration.ZERO : delay;
    }

    /** @return whether the next try has to wait and the ones before had not */
    synchronized boolean add(Instant now) {
        double before = remaining(now);
        count = before + 1;
        last = now;
        double over = count - limit.free();
        if (over <= 0) {
            return false;
        }
        long seconds = (long) Math.min(LONGEST_DELAY.toSeconds(), Math.pow(2, Math.ceil(over) - 1));
        until = now.plusSeconds(seconds);
        return before <= limit.free();
    }

    private double remaining(Instant now) {
        if (count == 0 || now.isBefore(last)) {
            return count;
        }
        double forgotten = (double) Duration.between(last, now).toMillis()
                / limit.forgetOne().toMillis();
        return Math.max(0, count - forgotten);
    }

    /** How many wrong ones are remembered. */
    synchronized int count() {
        return (int) Math.ceil(count);
    }

    synchronized void succeed() {
        count = 0;
        until = Instant.MIN;
        succeeded = true;
    }

    synchronized boolean hasSucceeded() {
        return succeeded;
    }
}
