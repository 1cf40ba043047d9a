package dev.baton.move;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.PlatformTransactionManager;

/** Holds the row lock of a task, so that moves of the task have to wait. */
final class LockedTask implements AutoCloseable {

    private static final String H2 = "SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL";

    private static final String POSTGRES =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

    private final Baton baton;
    private final Connection connection;
    private final String waitingSessions;

    private LockedTask(Baton baton, Connection connection) throws SQLException {
        this.baton = baton;
        this.connection = connection;
        this.waitingSessions = connection.getMetaData().getDatabaseProductName().equals("H2") ? H2 : POSTGRES;
    }

    static LockedTask lock(Baton baton, String task) throws SQLException {
        Connection connection = baton.bean(DataSource.class).getConnection();
        connection.setAutoCommit(false);
        try (var lock = connection.prepareStatement("SELECT id FROM task WHERE id=? FOR UPDATE")) {
            lock.setString(1, task);
            lock.executeQuery();
        }
        return new LockedTask(baton, connection);
    }

    /** Releases the lock once that many sessions wait for it. */
    Answer releaseWhenWaiting(int count) throws SQLException {
        try {
            awaitWaiting(count);
        } finally {
            connection.rollback();
        }
        return null;
    }

    void awaitWaiting(int count) {
        Crowd.waitUntil(count + " wait for the task", 10, () -> waiting() == count);
    }

    private int waiting() {
        return baton.sql().sql(waitingSessions).query(Integer.class).single() + waitingTransactions();
    }

    /**
     * On H2 one transaction runs at a time; the others wait for it before they reach the database. Only requests count: the
     * server's own regular work waits there, too.
     */
    private int waitingTransactions() {
        if (!waitingSessions.equals(H2)) {
            return 0;
        }
        ReentrantLock lock =
                (ReentrantLock) ReflectionTestUtils.getField(baton.bean(PlatformTransactionManager.class), "lock");
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("-exec-") && lock.hasQueuedThread(thread))
                .count();
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
