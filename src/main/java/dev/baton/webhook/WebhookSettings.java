package dev.baton.webhook;

import dev.baton.core.StartupFailure;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.webhooks}.
 *
 * @param allowPrivate whether webhooks may name private, loopback and link-local addresses
 * @param timeout how long a receiver may take to answer
 * @param baseUrl where people reach this server, for links in messages; empty for no links
 */
@ConfigurationProperties("baton.webhooks")
record WebhookSettings(Boolean allowPrivate, Duration timeout, String baseUrl) {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    WebhookSettings {
        StartupFailure.checkSetting(
                allowPrivate != null, "baton.webhooks.allow-private", allowPrivate, "true or false");
        StartupFailure.checkSetting(
                timeout != null && timeout.toMillis() > 0 && timeout.compareTo(LONGEST) <= 0,
                "baton.webhooks.timeout",
                timeout,
                "a duration such as PT10S, up to PT30S");
        baseUrl = baseUrl == null ? "" : baseUrl.strip();
        StartupFailure.checkSetting(
                baseUrl.isEmpty() || baseUrl.matches("https?://[^\\s/<>|]+"),
                "baton.webhooks.base-url",
                baseUrl,
                "an address such as https://baton.example.org, without a path");
    }
}
