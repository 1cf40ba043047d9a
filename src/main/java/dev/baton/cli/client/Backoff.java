package dev.baton.cli.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses that grow with every failure, with some randomness so that many callers do not come back at the same moment. */
public final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(500);

    private final Duration longest;
    private Duration next = FIRST;

    public Backoff(Duration longest) {
        this.longest = longest;
    }

    /** The next pause, at least as long as the given one. */
    public Duration next(Duration least) {
        long millis = next.toMillis();
        Duration pause =
                Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
        next = next.multipliedBy(2).compareTo(longest) > 0 ? longest : next.multipliedBy(2);
        return pause.compareTo(least) < 0 ? least : pause;
    }

    public void reset() {
        next = FIRST;
    }
}
