package dev.baton.engine.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.junit.jupiter.api.Test;

class CycleTest {

    private static final Date NOW = Date.from(Instant.parse("2027-05-05T10:00:30Z"));

    private final CycleCalendar calendar = new CycleCalendar(Duration.ofSeconds(1));

    @Test
    void theDatesAreThoseOfTheEngine() {
        for (String text : new String[] {
            "R/PT10M",
            "R3/PT10M",
            "R/2027-05-05T09:00:00Z/PT7M",
            "R5/2027-05-05T09:00:00Z/PT7M",
            "R/2027-06-05T09:00:00Z/PT7M",
            "R/2027-01-05T09:00:00Z/P1D",
            "R/2027-01-05T09:00:00Z/P1M",
            "R/2027-05-05T09:00:00Z/2027-05-05T09:11:00Z",
            "R/PT10M/2027-05-05T11:00:00Z",
            "0 0/5 * * * *"
        }) {
            assertThat(calendar.resolveDuedate(text, NOW))
                    .as(text)
                    .isEqualTo(new CycleBusinessCalendar().resolveDuedate(text, NOW));
        }
    }

    /** Counting up one by one, as the engine does, takes minutes. */
    @Test
    void aShortPeriodWithAnOldStartIsCalculated() {
        Date next = calendar.resolveDuedate("R/1970-01-01T00:00:00Z/PT7S", NOW);
        assertThat(next).isAfter(NOW).isBeforeOrEqualTo(new Date(NOW.getTime() + 7_000));
        assertThat(calendar.resolveDuedate("R2000000000/1990-01-01T00:00:00Z/PT1S", NOW))
                .isAfter(NOW);
    }

    @Test
    void whatWouldFireTooOftenOrNeverIsRefused() {
        for (String text :
                new String[] {"R/PT0S", "R/PT0.9S", "R/PT-5S", "R/2027-05-05T09:00:00Z/2027-05-05T09:00:00Z"}) {
            assertThatThrownBy(() -> calendar.resolveDuedate(text, NOW))
                    .as(text)
                    .hasMessageContaining("the timer ");
        }
        assertThatThrownBy(() -> calendar.resolveDuedate("0 0 0 30 2 *", NOW)).hasMessageContaining("never fire");
        assertThatThrownBy(() -> new CycleCalendar(Duration.ofMinutes(1)).resolveDuedate("*/10 * * * * *", NOW))
                .hasMessageContaining("too often");
    }
}
