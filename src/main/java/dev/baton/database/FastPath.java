package dev.baton.database;

import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.stereotype.Component;

/**
 * Whether the optimisations are on. {@code baton.fast-path=false} turns all of them off, for instance to rule them out as
 * the cause of a problem.
 */
@Component
public class FastPath {

    /** Until then a change made through another server may go unnoticed. */
    private static final long CACHE_TIME = Duration.ofSeconds(1).toNanos();

    private final boolean on;
    private final boolean postgres;

    FastPath(FastPathSettings settings, DataSource database) {
        this.on = settings.fastPath();
        this.postgres = Product.of(database) == Product.POSTGRESQL;
    }

    /** Whether rows that hardly ever change are cached. */
    public boolean caches() {
        return on;
    }

    /** @param readAt {@link System#nanoTime()} when the value was read from the database */
    public boolean isFresh(long readAt) {
        return on && System.nanoTime() - readAt < CACHE_TIME;
    }

    /** Whether several statements are sent together. On H2, which runs in this process, that would save nothing. */
    public boolean savesRoundTrips() {
        return on && postgres;
    }
}
