package dev.baton.engine;

import dev.baton.database.Product;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has PostgreSQL check the engine's foreign keys to executions with one query instead of two when a task ends. With NO ACTION,
 * which the engine's script leaves as it is, PostgreSQL first looks whether somebody has inserted the deleted row again; with
 * RESTRICT it does not. What they refuse is the same, because the keys are not deferrable.
 */
@Component
class ExecutionForeignKeys {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionForeignKeys.class);

    private static final String WITH_NO_ACTION = """
            SELECT format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s ON DELETE RESTRICT',
              conrelid::regclass, conname, conname, pg_get_constraintdef(oid))
            FROM pg_constraint
            WHERE contype = 'f' AND confrelid = to_regclass('act_ru_execution') AND confdeltype = 'a' AND NOT condeferrable""";

    private final JdbcClient jdbc;
    private final DataSource database;
    private final TransactionTemplate transaction;

    ExecutionForeignKeys(JdbcClient jdbc, DataSource database, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.database = database;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Changes them once; a database whose tables belong to somebody else, or are in use, works as before. */
    void restrict() {
        if (Product.of(database) != Product.POSTGRESQL) {
            return;
        }
        try {
            transaction.executeWithoutResult(status -> changeAll());
        } catch (DataAccessException e) {
            LOG.info("The engine's foreign keys stay as they are: {}", e.getMessage());
        }
    }

    private void changeAll() {
        jdbc.sql("SET LOCAL lock_timeout = '3s'").update();
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtext('baton.execution-foreign-keys'))")
                .query(row -> {});
        jdbc.sql(WITH_NO_ACTION)
                .query(String.class)
                .list()
                .forEach(change -> jdbc.sql(change).update());
    }
}
