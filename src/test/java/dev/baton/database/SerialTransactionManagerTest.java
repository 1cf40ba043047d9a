package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testing.Crowd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** On a file of H2, with threads that commit at the same time. */
class SerialTransactionManagerTest {

    private static final int THREADS = 8;

    @TempDir
    private Path folder;

    private final AtomicBoolean unreachable = new AtomicBoolean();
    private HikariDataSource pool;
    private JdbcClient sql;
    private TransactionTemplate transactions;

    @BeforeEach
    void open() {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:file:" + folder.resolve("db"));
        DataSource database = new DelegatingDataSource(DatabaseConfiguration.prepared(pool)) {
            @Override
            public Connection getConnection() throws SQLException {
                if (unreachable.getAndSet(false)) {
                    throw new SQLException("no connection this time");
                }
                return super.getConnection();
            }
        };
        transactions = new TransactionTemplate(new SerialTransactionManager(database));
        sql = JdbcClient.create(database);
        transactions.executeWithoutResult(
                status -> sql.sql("CREATE TABLE fact (id INTEGER PRIMARY KEY)").update());
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void aCommitIsInTheFileBeforeItReturns() {
        Crowd.of(THREADS, thread -> {
            for (int i = 0; i < 10; i++) {
                int id = thread * 1000 + i;
                insert(id);
                assertThat(idsInACopyOfTheFile(id)).contains(id);
            }
            return thread;
        });
    }

    @Test
    void commitsOfACrowdAreWrittenTogether() {
        long alone = writes(() -> {
            for (int i = 0; i < THREADS * 50; i++) {
                insert(-1 - i);
            }
        });
        long together = writes(() -> Crowd.of(THREADS, thread -> {
            for (int i = 0; i < 50; i++) {
                insert(thread * 1000 + i);
            }
            return thread;
        }));
        assertThat(together).isLessThan(alone / 2);
    }

    @Test
    void aTransactionThatIsRolledBackWritesWhatWasCommittedBefore() {
        CompletableFuture<?> next = transactions.execute(status -> {
            sql.sql("INSERT INTO fact VALUES (1)").update();
            return waiting(() -> transactions.execute(other -> {
                other.setRollbackOnly();
                return sql.sql("INSERT INTO fact VALUES (2)").update();
            }));
        });
        assertThat(idsInACopyOfTheFile(0)).containsExactly(1);
        Crowd.await(next);
    }

    @Test
    void aTransactionThatCannotBeginDoesNotKeepACommitFromTheFile() {
        CompletableFuture<?> next = transactions.execute(status -> {
            sql.sql("INSERT INTO fact VALUES (1)").update();
            CompletableFuture<?> waiting = waiting(() -> {
                insert(2);
                return null;
            });
            unreachable.set(true);
            return waiting;
        });
        assertThat(idsInACopyOfTheFile(0)).containsExactly(1);
        assertThatThrownBy(next::join).hasCauseInstanceOf(CannotCreateTransactionException.class);
    }

    @Test
    void aTransactionWithinAnotherIsInTheFileBeforeTheOtherGoesOn() {
        TransactionTemplate within = new TransactionTemplate(transactions.getTransactionManager());
        within.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transactions.executeWithoutResult(status -> {
            within.executeWithoutResult(
                    inner -> sql.sql("INSERT INTO fact VALUES (1)").update());
            assertThat(idsInACopyOfTheFile(0)).containsExactly(1);
        });
    }

    private void insert(int id) {
        transactions.executeWithoutResult(
                status -> sql.sql("INSERT INTO fact VALUES (?)").param(id).update());
    }

    /** Runs an action on another thread and returns when that waits for its turn. */
    private static CompletableFuture<?> waiting(Supplier<?> action) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(action.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        Crowd.waitUntil("the thread waits", 10, () -> thread.getState() == Thread.State.WAITING);
        return result;
    }

    private long writes(Runnable action) {
        long before = writes();
        action.run();
        return writes() - before;
    }

    private long writes() {
        return sql.sql("SELECT setting_value FROM information_schema.settings WHERE setting_name = 'info.FILE_WRITE'")
                .query(Long.class)
                .single();
    }

    /** What somebody would find who opens the file after a crash at this moment. */
    private List<Integer> idsInACopyOfTheFile(int copy) {
        try {
            Files.copy(folder.resolve("db.mv.db"), folder.resolve("copy-" + copy + ".mv.db"));
            try (Connection connection =
                            DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("copy-" + copy), "", "");
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT id FROM fact")) {
                List<Integer> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getInt(1));
                }
                return ids;
            }
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
