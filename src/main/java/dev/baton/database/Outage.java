package dev.baton.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the database is away. Logs one line when it goes and one when it is back, however many requests fail between. */
final class Outage {

    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final long BETWEEN_TRIES = Duration.ofMillis(500).toNanos();
    private static final long BETWEEN_WARNINGS = Duration.ofMinutes(1).toNanos();

    private final AtomicLong lastTry = new AtomicLong();
    private volatile boolean watching;
    private volatile boolean unreachable;
    private volatile boolean told;
    private long since;
    private long lastWarning = System.nanoTime() - BETWEEN_WARNINGS;

    /** Before the server is up, a database that is away ends the start with a message of its own. */
    void watch() {
        watching = true;
    }

    /** Whether the caller shall try to get a connection: always, unless somebody has just tried in vain. */
    boolean mayTry() {
        if (!unreachable) {
            return true;
        }
        long last = lastTry.get();
        return System.nanoTime() - last > BETWEEN_TRIES && lastTry.compareAndSet(last, System.nanoTime());
    }

    void unreachable(Throwable failure) {
        lastTry.set(System.nanoTime());
        unreachable = watching;
        noticed(failure);
    }

    /** Something failed because the database is away. */
    synchronized void noticed(Throwable failure) {
        if (watching && !told) {
            told = true;
            since = System.nanoTime();
            LOG.warn("The database can't be reached ({}); requests are answered 503 until it is back", reason(failure));
        }
    }

    /** Whether the log says that the database is away. */
    boolean told() {
        return told;
    }

    void over() {
        unreachable = false;
        if (told) {
            tellItIsBack();
        }
    }

    private synchronized void tellItIsBack() {
        if (told) {
            told = false;
            LOG.info(
                    "The database can be reached again, after {} seconds; everything goes on",
                    Duration.ofNanos(System.nanoTime() - since).toSeconds());
        }
    }

    /** Too much work at once is no outage, but nobody gets a connection either. */
    synchronized void exhausted(int connections) {
        if (watching && System.nanoTime() - lastWarning >= BETWEEN_WARNINGS) {
            lastWarning = System.nanoTime();
            LOG.warn(
                    "All {} connections to the database are in use; requests that wait too long for one are answered 503."
                            + " spring.datasource.hikari.maximum-pool-size is the limit",
                    connections);
        }
    }

    private static String reason(Throwable failure) {
        String reason = failure.getMessage();
        int depth = 0;
        for (Throwable t = failure; t != null && depth < 50; t = t.getCause()) {
            reason = t instanceof SQLException && t.getMessage() != null ? t.getMessage() : reason;
            depth++;
        }
        return reason;
    }
}
