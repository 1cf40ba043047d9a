package dev.baton.engine.identity;

import dev.baton.core.StartupFailure;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.password}.
 *
 * @param minLength how many characters a new password needs
 */
@ConfigurationProperties("baton.password")
public record PasswordSettings(Integer minLength) {

    private static final int MAX = 100;

    public PasswordSettings {
        StartupFailure.checkSetting(
                minLength != null && minLength >= 1 && minLength <= MAX,
                "baton.password.min-length",
                minLength,
                "a whole number from 1 to " + MAX);
    }
}
