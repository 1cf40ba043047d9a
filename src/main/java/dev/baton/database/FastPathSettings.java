package dev.baton.database;

import dev.baton.core.StartupFailure;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The setting {@code baton.fast-path}.
 *
 * @param fastPath whether the optimisations are on
 */
@ConfigurationProperties("baton")
record FastPathSettings(Boolean fastPath) {

    FastPathSettings {
        StartupFailure.checkSetting(fastPath != null, "baton.fast-path", null, "true or false");
    }
}
