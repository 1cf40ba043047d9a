package dev.baton.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** The two supported databases. */
public enum Database {
    H2 {
        @Override
        public Map<String, String> settings() {
            return h2(newFile().toString());
        }

        @Override
        Map<String, String> copy(Map<String, String> template) {
            Path copy = newFile();
            try {
                Files.copy(stored(template), Path.of(copy + ".mv.db"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return h2(copy.toString());
        }

        private static Path newFile() {
            try {
                return Files.createTempDirectory("baton-h2").resolve("baton");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Path stored(Map<String, String> settings) {
            return Path.of(settings.get(URL).replaceAll("jdbc:h2:file:([^;]+);.*", "$1.mv.db"));
        }
    },
    POSTGRES {
        @Override
        public Map<String, String> settings() {
            return postgres(newPostgres());
        }

        @Override
        Map<String, String> copy(Map<String, String> template) {
            return postgres(newPostgres(" TEMPLATE " + template.get(URL).replaceAll(".*/([a-z0-9]+)\\?.*", "$1")));
        }

        private static Map<String, String> postgres(String url) {
            return Map.of(URL, url, "spring.datasource.username", "postgres", "spring.datasource.password", "postgres");
        }
    };

    /** The system property that makes PostgreSQL write to disk before a commit returns, which is its default. */
    public static final String DURABLE = "durable";

    private static final String URL = "spring.datasource.url";

    private static final Map<Database, Map<String, String>> TEMPLATES = new EnumMap<>(Database.class);
    private static EmbeddedPostgres postgres;
    private static int count;

    /** The settings of a new, empty database. */
    public abstract Map<String, String> settings();

    abstract Map<String, String> copy(Map<String, String> template);

    /**
     * The settings of a new database as the first start of a server leaves it, with the demo users and the lifecycles of
     * the tests, for tests that start a server and are not about how it makes its database: such a start is quicker.
     */
    public Map<String, String> prepared() {
        synchronized (TEMPLATES) {
            return copy(TEMPLATES.computeIfAbsent(this, Database::template));
        }
    }

    private static Map<String, String> template(Database database) {
        Map<String, String> settings = database.settings();
        Baton.start(settings).close();
        return settings;
    }

    /** As the server itself would use a file. */
    public static Map<String, String> h2(String file) {
        return Map.of(
                URL,
                "jdbc:h2:file:" + file + ";LOCK_TIMEOUT=20000;DB_CLOSE_ON_EXIT=FALSE",
                "spring.datasource.username",
                "sa",
                "spring.datasource.password",
                "");
    }

    /** A new, empty database on a real PostgreSQL that this JVM starts once. */
    public static String newPostgres() {
        return newPostgres("");
    }

    static synchronized String newPostgres(String template) {
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
                statement.execute("CREATE DATABASE " + name + template);
            }
            return postgres.getJdbcUrl("postgres", name);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
