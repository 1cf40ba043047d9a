package dev.baton.ledger;

import dev.baton.core.StartupFailure;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.idempotency}.
 *
 * @param keep how long keys are stored
 */
@ConfigurationProperties("baton.idempotency")
record IdempotencySettings(Duration keep) {

    IdempotencySettings {
        StartupFailure.checkSetting(
                keep != null && keep.compareTo(Duration.ZERO) > 0,
                "baton.idempotency.keep",
                keep,
                "a duration such as P2D or PT12H");
    }
}
