package dev.baton.event;

import dev.baton.core.StartupFailure;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.events}.
 *
 * @param keep how long events are stored
 * @param listeners how many callers can listen to the stream of one server at the same time
 */
@ConfigurationProperties("baton.events")
public record EventSettings(Duration keep, Integer listeners) {

    private static final int MAX_LISTENERS = 100_000;

    public EventSettings {
        StartupFailure.checkSetting(
                keep != null && keep.compareTo(Duration.ZERO) > 0,
                "baton.events.keep",
                keep,
                "a duration such as P7D or PT12H");
        StartupFailure.checkSetting(
                listeners != null && listeners >= 0 && listeners <= MAX_LISTENERS,
                "baton.events.listeners",
                listeners,
                "a number from 0 to " + MAX_LISTENERS);
    }
}
