package dev.baton.database;

import dev.baton.core.Causes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tracks whether the database is unavailable. Logs one line when that begins and one when it ends. */
final class Outage {

    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final long RETRY_INTERVAL = Duration.ofMillis(500).toNanos();
    private static final long WARNING_INTERVAL = Duration.ofMinutes(1).toNanos();

    private final AtomicLong lastAttempt = new AtomicLong();
    private volatile boolean watching;
    private volatile boolean unreachable;
    private volatile boolean logged;
    private long since;
    private long lastWarning = System.nanoTime() - WARNING_INTERVAL;

    /** Called when the server has started: an unavailable database at the start has its own message. */
    void watch() {
        watching = true;
    }

    /** Whether to ask the pool for a connection: always, unless an attempt has just failed. */
    boolean mayConnect() {
        if (!unreachable) {
            return true;
        }
        long last = lastAttempt.get();
        return System.nanoTime() - last > RETRY_INTERVAL && lastAttempt.compareAndSet(last, System.nanoTime());
    }

    void unreachable(Throwable failure) {
        lastAttempt.set(System.nanoTime());
        unreachable = watching;
        begin(failure);
    }

    /** Called when something failed because the database is unavailable. */
    synchronized void begin(Throwable failure) {
        if (watching && !logged) {
            logged = true;
            since = System.nanoTime();
            LOG.warn("The database can't be reached ({}); requests are answered 503 until it is back", reason(failure));
        }
    }

    /** Whether the outage was logged. */
    boolean logged() {
        return logged;
    }

    void end() {
        unreachable = false;
        if (logged) {
            logEnd();
        }
    }

    private synchronized void logEnd() {
        if (logged) {
            logged = false;
            LOG.info(
                    "The database can be reached again, after {} seconds; everything goes on",
                    Duration.ofNanos(System.nanoTime() - since).toSeconds());
        }
    }

    /** Called when the pool is exhausted, which is no outage. */
    synchronized void exhausted(int connections) {
        if (watching && System.nanoTime() - lastWarning >= WARNING_INTERVAL) {
            lastWarning = System.nanoTime();
            LOG.warn(
                    "All {} connections to the database are in use; requests that wait too long for one are answered 503."
                            + " spring.datasource.hikari.maximum-pool-size is the limit",
                    connections);
        }
    }

    /** The message of the innermost exception of the database, or else of the failure itself. */
    private static String reason(Throwable failure) {
        return Causes.of(failure)
                .filter(cause -> cause instanceof SQLException && cause.getMessage() != null)
                .map(Throwable::getMessage)
                .reduce(failure.getMessage(), (outer, inner) -> inner);
    }
}
