package dev.baton.metrics;

import dev.baton.core.StartupFailure;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The setting {@code baton.max-active}.
 *
 * @param maxActive the number of active tasks at which a warning is logged
 */
@ConfigurationProperties("baton")
record ActiveTaskSettings(Integer maxActive) {

    ActiveTaskSettings {
        StartupFailure.checkSetting(maxActive != null, "baton.max-active", null, "a whole number");
    }
}
