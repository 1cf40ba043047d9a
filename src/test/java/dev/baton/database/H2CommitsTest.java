package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Opens copies of H2's file while transactions run: a copy holds what a killed server would leave behind. */
@Timeout(60)
class H2CommitsTest {

    @TempDir
    private Path folder;

    private HikariDataSource pool;
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;
    private TransactionTemplate nested;
    private int copies;

    @BeforeEach
    void open() {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:file:" + folder.resolve("live") + ";LOCK_TIMEOUT=20000");
        DataSource database = DatabaseConfiguration.prepared(pool);
        PlatformTransactionManager manager = new DatabaseConfiguration().transactionManager(database);
        jdbc = new JdbcTemplate(database);
        transaction = new TransactionTemplate(manager);
        nested = new TransactionTemplate(manager);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        commit("CREATE TABLE fruit (id INTEGER PRIMARY KEY, name VARCHAR)");
        commit("INSERT INTO fruit VALUES (0, 'apple')");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void aCommitIsInTheFileAndWhatIsUnderWayIsNot() {
        transaction.executeWithoutResult(status -> {
            jdbc.update("UPDATE fruit SET name='pear' WHERE id=0");
            nested.executeWithoutResult(inner -> jdbc.update("INSERT INTO fruit VALUES (2, 'fig')"));
            jdbc.update("INSERT INTO fruit VALUES (1, 'plum')");
            assertThat(contentOfCopy()).isEqualTo("0 apple, 2 fig");
        });
        assertThat(contentOfCopy()).isEqualTo("0 pear, 1 plum, 2 fig");
    }

    @Test
    void nothingOfALargeTransactionIsLeftBeforeItsEnd() {
        transaction.executeWithoutResult(status -> {
            jdbc.update("INSERT INTO fruit SELECT x, REPEAT('melon', 100) FROM SYSTEM_RANGE(10, 60000)");
            jdbc.update("DELETE FROM fruit WHERE id=0");
            nested.executeWithoutResult(inner -> jdbc.update("INSERT INTO fruit VALUES (4, 'date')"));
            assertThat(contentOfCopy()).isEqualTo("0 apple, 4 date");
            status.setRollbackOnly();
        });
        assertThat(contentOfCopy()).isEqualTo("0 apple, 4 date");
    }

    @Test
    void oneTransactionWaitsForTheOther() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> other = transaction.execute(status -> {
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
                begun.countDown();
                commit("UPDATE fruit SET name=name || ' tree' WHERE id=0");
            });
            await(begun);
            jdbc.update("UPDATE fruit SET name='pear' WHERE id=0");
            return second;
        });
        other.get(10, TimeUnit.SECONDS);
        assertThat(contentOfCopy()).isEqualTo("0 pear tree");
    }

    /** Copies are taken while several threads run transactions of two rows each. */
    @Test
    void noCopyHoldsHalfATransaction() throws Exception {
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 1; writer <= 4; writer++) {
            int first = writer * 10_000;
            writers.add(CompletableFuture.runAsync(() -> {
                for (int i = first; i < first + 2 * 500; i += 2) {
                    int id = i;
                    transaction.executeWithoutResult(status -> {
                        jdbc.update("INSERT INTO fruit VALUES (?, 'left half')", id);
                        jdbc.update("INSERT INTO fruit VALUES (?, 'right half')", id + 1);
                    });
                }
            }));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new));
        while (!all.isDone()) {
            assertThat(halfTransactions()).isZero();
        }
        all.join();
        assertThat(halfTransactions()).isZero();
    }

    private void commit(String sql) {
        transaction.executeWithoutResult(status -> jdbc.execute(sql));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String contentOfCopy() {
        return queryCopy("SELECT LISTAGG(id || ' ' || name, ', ') WITHIN GROUP (ORDER BY id) FROM fruit");
    }

    private int halfTransactions() {
        return Integer.parseInt(queryCopy("""
                SELECT count(*) FROM fruit a WHERE id > 0 AND NOT EXISTS (
                  SELECT 1 FROM fruit b WHERE b.id = CASE MOD(a.id, 2) WHEN 0 THEN a.id + 1 ELSE a.id - 1 END)"""));
    }

    private String queryCopy(String query) {
        Path copy = folder.resolve("copy" + ++copies);
        Path file = Path.of(copy + ".mv.db");
        try {
            Files.copy(folder.resolve("live.mv.db"), file);
            try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + copy);
                    var rows = connection.createStatement().executeQuery(query)) {
                rows.next();
                return rows.getString(1);
            } finally {
                Files.delete(file);
            }
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
