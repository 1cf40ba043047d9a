package dev.baton.security;

import java.time.Duration;
import java.time.Instant;

/**
 * Counts wrong passwords or tokens from one source. The first ones have no consequence, each further one doubles the delay
 * until the next attempt, and the count decreases over time.
 */
final class FailedAttempts {

    /**
     * The limit for one kind of source.
     *
     * @param free how many failures cause no delay
     * @param forgetOne the time after which the count decreases by one
     */
    record Limit(int free, Duration forgetOne) {}

    static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

    private final Limit limit;
    private final Object monitor = new Object();
    private double count;
    private Instant last = Instant.MIN;
    private Instant until = Instant.MIN;
    private boolean succeeded;

    FailedAttempts(Limit limit) {
        this.limit = limit;
    }

    /** The monitor to hold while a password is checked. */
    Object monitor() {
        return monitor;
    }

    /** The time until the next attempt is allowed; zero if the clock was set back by more than the longest delay. */
    synchronized Duration delay(Instant now) {
        if (!until.isAfter(now)) {
            return Duration.ZERO;
        }
        Duration delay = Duration.between(now, until);
        return delay.compareTo(LONGEST_DELAY) > 0 ? Duration.ZERO : delay;
    }

    /** @return whether this failure is the first one that causes a delay */
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

    /** The current number of failures. */
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
