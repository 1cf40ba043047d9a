package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testing.Crowd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What H2's file holds while the server runs is what a killed server leaves behind: a copy of it is opened. */
@Timeout(30)
class H2CommitsTest {

    @TempDir
    private Path folder;

    private HikariDataSource pool;
    private DataSource database;
    private int copies;

    @BeforeEach
    void open() throws SQLException {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:file:" + folder.resolve("live") + ";LOCK_TIMEOUT=20000");
        database = new GatedDatabase(pool);
        try (Connection connection = database.getConnection()) {
            execute(connection, "CREATE TABLE fruit (id INTEGER PRIMARY KEY, name VARCHAR)");
            execute(connection, "INSERT INTO fruit VALUES (0, 'apple')");
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void aCommitIsInTheFileAndWhatIsUnderWayIsNot() throws Exception {
        try (Connection open = transaction()) {
            execute(open, "UPDATE fruit SET name='pear' WHERE id=0");
            execute(open, "INSERT INTO fruit VALUES (1, 'plum')");
            elsewhere("INSERT INTO fruit VALUES (2, 'fig')").get(10, TimeUnit.SECONDS);
            assertThat(left()).isEqualTo("0 apple, 2 fig");
            open.commit();
            assertThat(left()).isEqualTo("0 pear, 1 plum, 2 fig");
        }
    }

    @Test
    void aStatementOfItsOwnIsInTheFile() throws Exception {
        try (Connection connection = database.getConnection()) {
            execute(connection, "INSERT INTO fruit VALUES (3, 'kiwi')");
            assertThat(left()).isEqualTo("0 apple, 3 kiwi");
        }
    }

    @Test
    void nothingOfALargeTransactionIsLeftBeforeItsEnd() throws Exception {
        try (Connection open = transaction()) {
            execute(open, "INSERT INTO fruit SELECT x, REPEAT('melon', 100) FROM SYSTEM_RANGE(10, 60000)");
            execute(open, "DELETE FROM fruit WHERE id=0");
            elsewhere("INSERT INTO fruit VALUES (4, 'date')").get(10, TimeUnit.SECONDS);
            assertThat(left()).isEqualTo("0 apple, 4 date");
        }
    }

    @Test
    void aTransactionWithinAnotherDoesNotWaitForThoseWhoWaitForTheOuterOne() throws Exception {
        try (Connection outer = transaction();
                Connection inner = transaction()) {
            execute(outer, "UPDATE fruit SET name='pear' WHERE id=0");
            CompletableFuture<Void> other = elsewhere("UPDATE fruit SET name=name || ' tree' WHERE id=0");
            Crowd.waitUntil("somebody waits for the row", 10, this::somebodyWaits);
            execute(inner, "INSERT INTO fruit VALUES (5, 'lime')");
            inner.commit();
            outer.commit();
            other.get(10, TimeUnit.SECONDS);
            assertThat(left()).isEqualTo("0 pear tree, 5 lime");
        }
    }

    /** A transaction on a thread of its own. */
    private CompletableFuture<Void> elsewhere(String sql) {
        return CompletableFuture.runAsync(() -> {
            try (Connection connection = transaction()) {
                execute(connection, sql);
                connection.commit();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private boolean somebodyWaits() {
        try (Connection connection = pool.getConnection();
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT 1 FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL")) {
            return rows.next();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection transaction() throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String left() throws IOException, SQLException {
        Path copy = folder.resolve("copy" + ++copies);
        Files.copy(folder.resolve("live.mv.db"), Path.of(copy + ".mv.db"));
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + copy);
                var rows = connection
                        .createStatement()
                        .executeQuery(
                                "SELECT LISTAGG(id || ' ' || name, ', ') WITHIN GROUP (ORDER BY id) FROM fruit")) {
            rows.next();
            return rows.getString(1);
        }
    }
}
