package dev.baton.benchmark;

import dev.baton.testing.Database;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/**
 * Databases for a benchmark: on the server that the system property {@code postgres} names, such as
 * {@code jdbc:postgresql://127.0.0.1:5432/}, or on one that this JVM starts.
 */
final class PostgresServer {

    private static final String URL = System.getProperty("postgres");

    private PostgresServer() {}

    /** The settings of a database, which is created unless the server has it already. */
    static Map<String, String> database(String name) throws SQLException {
        if (URL == null) {
            System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
            return Database.POSTGRES.settings();
        }
        try (var connection = DriverManager.getConnection(URL + "postgres", "postgres", "postgres");
                var statement = connection.createStatement();
                var found = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname='" + name + "'")) {
            if (!found.next()) {
                statement.execute("CREATE DATABASE " + name);
            }
        }
        return Map.of(
                "spring.datasource.url", URL + name,
                "spring.datasource.username", "postgres",
                "spring.datasource.password", "postgres");
    }
}
