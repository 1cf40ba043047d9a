package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a delivery that keeps failing is sent. */
class RetryPausesTest {

    @Test
    void theyGrowFromSecondsToHoursAndEndAfterADay() {
        List<Duration> attempts = new ArrayList<>();
        Duration next = Duration.ZERO;
        while (next.compareTo(RetryPauses.GIVE_UP_AFTER) <= 0) {
            attempts.add(next);
            next = next.plus(RetryPauses.after(next));
        }
        assertThat(attempts)
                .startsWith(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(90))
                .hasSize(13);
        assertThat(attempts.get(12)).isGreaterThan(Duration.ofHours(20));
    }
}
