package dev.baton.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;

/** The two supported databases. */
public enum Database {
    H2 {
        @Override
        public Map<String, String> settings() {
            try {
                return h2(Files.createTempDirectory("baton-h2").resolve("baton").toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },
    POSTGRES {
        @Override
        public Map<String, String> settings() {
            return Map.of(
                    "spring.datasource.url", newPostgres(),
                    "spring.datasource.username", "postgres",
                    "spring.datasource.password", "postgres");
        }
    };

    /** The system property that makes PostgreSQL write to disk before a commit returns, which is its default. */
    public static final String DURABLE = "durable";

    private static EmbeddedPostgres postgres;
    private static int count;

    /** The settings of a new, empty database. */
    public abstract Map<String, String> settings();

    /** As the server itself would use a file. */
    public static Map<String, String> h2(String file) {
        return Map.of(
                "spring.datasource.url",
                "jdbc:h2:file:" + file + ";LOCK_TIMEOUT=20000;DB_CLOSE_ON_EXIT=FALSE",
                "spring.datasource.username",
                "sa",
                "spring.datasource.password",
                "");
    }

    /** A new, empty database on a real PostgreSQL that this JVM starts once. */
    public static synchronized String newPostgres() {
        Quick.leavesOut("PostgreSQL");
        try {
            if (postgres == null) {
                String durable = Boolean.getBoolean(DURABLE) ? "on" : "off";
                postgres = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "300")
                        .setServerConfig("fsync", durable)
                        .setServerConfig("synchronous_commit", durable)
                        .start();
            }
            String name = "baton" + ++count;
            try (var connection = postgres.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            }
            return postgres.getJdbcUrl("postgres", name);
        } catch (IOException | java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
