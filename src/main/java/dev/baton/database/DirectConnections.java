package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * Connections to PostgreSQL that are not from the pool and, with {@code baton.database.direct-url}, not through a pooler like PgBouncer
 * either: for LISTEN, which needs a session of its own, and for Flyway, whose lock is a transaction that is idle during a migration.
 */
final class DirectConnections extends SimpleDriverDataSource {

    DirectConnections(HikariDataSource pool, DatabaseSettings settings) {
        super(
                new Driver(),
                settings.directUrl().isEmpty() ? pool.getJdbcUrl() : settings.directUrl(),
                properties(pool));
    }

    private static Properties properties(HikariDataSource pool) {
        Properties properties = new Properties();
        properties.putAll(pool.getDataSourceProperties());
        properties.setProperty(PGProperty.USER.getName(), pool.getUsername());
        properties.setProperty(PGProperty.PASSWORD.getName(), String.valueOf(pool.getPassword()));
        properties.setProperty(PGProperty.TCP_KEEP_ALIVE.getName(), "true");
        return properties;
    }
}
