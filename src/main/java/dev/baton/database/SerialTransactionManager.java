package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Runs one transaction at a time on an H2 file. When H2 writes to the file, it also writes the uncommitted changes of other
 * transactions; after a crash, parts of them could remain. So H2 writes between two transactions only, and a commit is in the
 * file before it returns. Writing costs more than most transactions: while others wait for their turn, the last of them
 * writes for all.
 */
final class SerialTransactionManager extends JdbcTransactionManager {

    /** How long H2 would wait, in milliseconds, until it writes what was committed. */
    static final String WRITE_WHEN_TOLD = "SET WRITE_DELAY " + Integer.MAX_VALUE;

    private static final String WRITE = "CHECKPOINT";

    /** With more, the first of them would wait too long for the last. */
    private static final int MOST_TOGETHER = 16;

    /** After that time the transactions that were to follow are slow, or have failed to begin. */
    private static final long PATIENCE_MILLIS = 50;

    /** Re-entrant: REQUIRES_NEW opens a second transaction on the same thread. */
    private final ReentrantLock lock = new ReentrantLock(true);

    // Used with the lock only.
    private Commits unwritten = new Commits();
    private Commits ofThisTransaction;

    /** Commits that are written together. */
    private static final class Commits {

        private final CompletableFuture<Void> written = new CompletableFuture<>();
        private int count;
    }

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
    protected void doCommit(DefaultTransactionStatus status) {
        super.doCommit(status);
        unwritten.count++;
        ofThisTransaction = unwritten;
        writeUnlessOthersFollow(status);
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        super.doRollback(status);
        writeUnlessOthersFollow(status);
    }

    private void writeUnlessOthersFollow(DefaultTransactionStatus status) {
        boolean outermost = lock.getHoldCount() == 1;
        if (unwritten.count == 0 || outermost && lock.hasQueuedThreads() && unwritten.count < MOST_TOGETHER) {
            return;
        }
        write(((JdbcTransactionObjectSupport) status.getTransaction())
                .getConnectionHolder()
                .getConnection());
    }

    private void write(Connection connection) {
        Commits commits = unwritten;
        unwritten = new Commits();
        try (Statement statement = connection.createStatement()) {
            statement.execute(WRITE);
            commits.written.complete(null);
        } catch (SQLException | RuntimeException e) {
            commits.written.completeExceptionally(e);
        }
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        Commits own = ofThisTransaction;
        ofThisTransaction = null;
        try {
            super.doCleanupAfterCompletion(transaction);
        } finally {
            lock.unlock();
        }
        if (own != null) {
            awaitWritten(own);
        }
    }

    private void awaitWritten(Commits commits) {
        boolean interrupted = false;
        try {
            while (!commits.written.isDone()) {
                try {
                    commits.written.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    writeInstead();
                } catch (InterruptedException e) {
                    interrupted = true; // what is committed has to be written all the same
                } catch (ExecutionException e) {
                    break;
                }
            }
            commits.written.join();
        } catch (RuntimeException e) {
            throw new TransactionSystemException("The commit could not be written to the database's file", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes what the transactions that were to follow have not written. */
    private void writeInstead() {
        lock.lock();
        try (Connection connection = obtainDataSource().getConnection()) {
            if (unwritten.count > 0) {
                write(connection);
            }
        } catch (SQLException e) {
            throw new TransactionSystemException("no connection to write with", e);
        } finally {
            lock.unlock();
        }
    }
}
