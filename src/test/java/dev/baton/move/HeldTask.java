package dev.baton.move;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A task's row that the test has locked, so that whoever wants to move the task has to wait. */
final class HeldTask implements AutoCloseable {

    /** H2 names who blocks a row, but who waits for a key that is not committed yet just goes on executing. */
    private static final String H2 = """
            SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS
            WHERE BLOCKER_ID IS NOT NULL OR EXECUTING_STATEMENT LIKE 'INSERT INTO idempotency_key%'""";

    private static final String POSTGRES =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

    private final Baton baton;
    private final Connection connection;
    private final String waiting;

    private HeldTask(Baton baton, Connection connection) throws SQLException {
        this.baton = baton;
        this.connection = connection;
        this.waiting = connection.getMetaData().getDatabaseProductName().equals("H2") ? H2 : POSTGRES;
    }

    static HeldTask hold(Baton baton, String task) throws SQLException {
        Connection connection = baton.bean(DataSource.class).getConnection();
        connection.setAutoCommit(false);
        try (var lock = connection.prepareStatement("SELECT id FROM task WHERE id=? FOR UPDATE")) {
            lock.setString(1, task);
            lock.executeQuery();
        }
        return new HeldTask(baton, connection);
    }

    /** Lets go as soon as so many wait. */
    Answer releaseWhenWaited(int count) throws SQLException {
        try {
            untilWaited(count);
        } finally {
            connection.rollback();
        }
        return null;
    }

    void untilWaited(int count) {
        Crowd.waitUntil(count + " wait for the task", 10, () -> waiting() == count);
    }

    private int waiting() {
        return baton.sql().sql(waiting).query(Integer.class).single();
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
