package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PostgresNotificationsTest {

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    @Test
    void theConnectionThatListensIsNotOneOfThePool() throws Exception {
        try (HikariDataSource pool = poolOfOne()) {
            DataSource database = DatabaseConfiguration.prepared(pool);
            PostgresNotifications notifications = (PostgresNotifications)
                    new DatabaseConfiguration().serverNotifications(database, new DatabaseSettings(null));
            notifications.receive("baton_test", received::add);
            notifications.start();
            try (Connection only = database.getConnection()) {
                Crowd.waitUntil("a session listens", 30, () -> listens(only));
                only.createStatement().execute("SELECT pg_notify('baton_test', 'another-server there is work')");
                assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("there is work");
            } finally {
                notifications.stop();
            }
        }
    }

    private static HikariDataSource poolOfOne() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(Database.newPostgres());
        pool.setUsername("postgres");
        pool.setPassword("postgres");
        pool.setMaximumPoolSize(1);
        return pool;
    }

    private static boolean listens(Connection connection) {
        try (ResultSet found = connection
                .createStatement()
                .executeQuery("SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND query LIKE 'LISTEN baton_test%'")) {
            return found.next();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
