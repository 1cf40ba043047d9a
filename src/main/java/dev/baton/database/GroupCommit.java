package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * H2 by itself writes a commit to its file either within half a second or each on its own. Here a commit is in the file
 * before it is answered, and those that come at the same time are written together.
 */
final class GroupCommit extends JdbcTransactionManager {

    private final AtomicLong commits = new AtomicLong();
    private transient volatile MVStore store;
    private long written;
    private boolean writing;

    GroupCommit(DataSource database) {
        super(database);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        super.doCommit(status);
        if (!status.isReadOnly()) {
            await(commits.incrementAndGet());
        }
    }

    private void await(long commit) {
        while (true) {
            synchronized (this) {
                while (writing && written < commit) {
                    sleep();
                }
                if (written >= commit) {
                    return;
                }
                writing = true;
            }
            write();
        }
    }

    private void write() {
        long upTo = commits.get();
        try {
            store().commit();
            // H2's own thread may have taken these changes along and be writing them still: wait for that, too
            store().executeFilestoreOperation(() -> {});
        } finally {
            synchronized (this) {
                written = Math.max(written, upTo);
                writing = false;
                notifyAll();
            }
        }
    }

    private void sleep() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException("interrupted before the commit was in the file", e);
        }
    }

    private MVStore store() {
        if (store == null) {
            try (Connection connection = obtainDataSource().getConnection()) {
                SessionLocal session =
                        (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
                store = session.getDatabase().getStore().getMvStore();
            } catch (SQLException e) {
                throw new DataAccessResourceFailureException("H2's store can't be reached", e);
            }
        }
        return store;
    }
}
