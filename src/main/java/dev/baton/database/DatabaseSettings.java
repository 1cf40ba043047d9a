package dev.baton.database;

import dev.baton.core.StartupFailure;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.database}.
 *
 * @param directUrl where PostgreSQL itself is, if {@code spring.datasource.url} leads to a pooler; empty if it does not
 */
@ConfigurationProperties("baton.database")
record DatabaseSettings(String directUrl) {

    DatabaseSettings {
        directUrl = directUrl == null ? "" : directUrl.strip();
        StartupFailure.checkSetting(
                directUrl.isEmpty() || directUrl.startsWith("jdbc:postgresql:"),
                "baton.database.direct-url",
                directUrl,
                "an address such as jdbc:postgresql://db.example.org:5432/baton");
    }
}
