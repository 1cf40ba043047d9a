package dev.baton.engine;

import dev.baton.database.DatabaseFailures;
import dev.baton.database.Product;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Sets the engine's clock to the time of PostgreSQL if this machine's clock differs: with clocks of their own, one server would end the
 * leases that another has just given, or fire its timers late.
 */
@Component
class DatabaseClock {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

    /** Smaller differences don't matter, and the measurement is not more precise. */
    private static final long TOLERATED_MILLIS = 250;

    private final JdbcClient jdbc;
    private final boolean shared;
    private final LongSupplier machineMillis;
    private long offset;

    @Autowired
    DatabaseClock(DataSource database, JdbcClient jdbc) {
        this(database, jdbc, System::currentTimeMillis);
    }

    DatabaseClock(DataSource database, JdbcClient jdbc, LongSupplier machineMillis) {
        this.jdbc = jdbc;
        this.shared = Product.of(database) == Product.POSTGRESQL;
        this.machineMillis = machineMillis;
        follow();
    }

    @Scheduled(fixedDelayString = "PT10S", initialDelayString = "PT10S")
    void follow() {
        if (!shared) {
            return;
        }
        try {
            long before = machineMillis.getAsLong();
            long start = System.nanoTime();
            long time = jdbc.sql("SELECT clock_timestamp()")
                    .query(OffsetDateTime.class)
                    .single()
                    .toInstant()
                    .toEpochMilli();
            long roundTrip = Duration.ofNanos(System.nanoTime() - start).toMillis();
            long difference = time - before - roundTrip / 2;
            if (Math.abs(difference - offset) > TOLERATED_MILLIS + roundTrip) {
                set(difference);
            }
        } catch (RuntimeException e) {
            if (!DatabaseFailures.unavailable(e)) {
                throw e;
            }
        }
    }

    private void set(long difference) {
        LOG.warn(
                "This machine's clock is {} ms {} the database's; the time of the database is used for leases and timers",
                Math.abs(difference),
                difference > 0 ? "behind" : "ahead of");
        ClockUtil.offset(difference);
        offset = difference;
    }
}
