package dev.baton.security;

import dev.baton.core.StartupFailure;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.tokens}.
 *
 * @param expireAfter how long a token is valid by default
 * @param longest how long a token can be valid
 */
@ConfigurationProperties("baton.tokens")
record TokenSettings(Duration expireAfter, Duration longest) {

    private static final Duration MAX_LONGEST = Duration.ofDays(36_500);

    TokenSettings {
        StartupFailure.checkSetting(
                isPositive(longest) && longest.compareTo(MAX_LONGEST) <= 0,
                "baton.tokens.longest",
                longest,
                "a duration such as P366D, up to a hundred years");
        StartupFailure.checkSetting(
                isPositive(expireAfter) && expireAfter.compareTo(longest) <= 0,
                "baton.tokens.expire-after",
                expireAfter,
                "a duration such as P90D, up to baton.tokens.longest (" + longest + ")");
    }

    private static boolean isPositive(Duration duration) {
        return duration != null && duration.compareTo(Duration.ZERO) > 0;
    }
}
