package dev.baton.webhook;

import java.time.Duration;

/** How long a failed delivery waits for its next attempt. */
final class RetryPauses {

    static final Duration GIVE_UP_AFTER = Duration.ofDays(1);

    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofHours(4);

    private RetryPauses() {}

    /** Each pause is about three times as long as the one before. */
    static Duration after(Duration sinceFirstAttempt) {
        Duration pause = sinceFirstAttempt.multipliedBy(2);
        if (pause.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }
}
