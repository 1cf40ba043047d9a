package dev.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.time.Duration;
import javax.sql.DataSource;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A machine whose clock differs uses the time of PostgreSQL. */
class DatabaseClockTest {

    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    @AfterEach
    void resetClock() {
        ClockUtil.reset();
    }

    @Test
    void aClockAMinuteAheadIsCorrectedAndAGoodOneIsNot() {
        assertThat(correction(0)).isLessThan(TOLERANCE);
        assertThat(correction(60_000))
                .isBetween(
                        Duration.ofMinutes(1).minus(TOLERANCE),
                        Duration.ofMinutes(1).plus(TOLERANCE));
        assertThat(correction(-60_000).negated())
                .isBetween(
                        Duration.ofMinutes(1).minus(TOLERANCE),
                        Duration.ofMinutes(1).plus(TOLERANCE));
    }

    /** How much earlier than before the engine's time is. */
    private static Duration correction(long millisAhead) {
        ClockUtil.reset();
        Baton baton = Baton.on(Database.POSTGRES);
        new DatabaseClock(
                baton.bean(DataSource.class),
                baton.bean(JdbcClient.class),
                () -> System.currentTimeMillis() + millisAhead);
        return Duration.ofMillis(
                System.currentTimeMillis() - ClockUtil.getCurrentTime().getTime());
    }
}
