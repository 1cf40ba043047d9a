package dev.baton.database;

import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/**
 * Runs one transaction at a time on an H2 file. A commit in H2 also writes the uncommitted changes of other transactions;
 * after a crash, parts of them could remain. With WRITE_DELAY=0 a commit is in the file before it returns.
 */
final class SerialTransactionManager extends JdbcTransactionManager {

    /** Re-entrant: REQUIRES_NEW opens a second transaction on the same thread. */
    private final ReentrantLock lock = new ReentrantLock(true);

    SerialTransactionManager(DataSource database) {
        super(database);
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        lock.lock();
        try {
            super.doBegin(transaction, definition);
        } catch (RuntimeException | Error e) {
            lock.unlock();
            throw e;
        }
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        try {
            super.doCleanupAfterCompletion(transaction);
        } finally {
            lock.unlock();
        }
    }
}
