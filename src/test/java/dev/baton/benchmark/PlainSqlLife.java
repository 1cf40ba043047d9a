package dev.baton.benchmark;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/** The statements that a work queue needs at least, straight over JDBC, with a row of history for each step. */
final class PlainSqlLife implements Life {

    private final DataSource database;

    PlainSqlLife(DataSource database) throws SQLException {
        this.database = database;
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE plain_task (id VARCHAR(64) PRIMARY KEY, title VARCHAR(200), status VARCHAR(20),"
                            + " claimed_at TIMESTAMP WITH TIME ZONE, worker VARCHAR(64))");
            statement.execute("CREATE TABLE plain_history (task_id VARCHAR(64), step INTEGER, from_status VARCHAR(20),"
                    + " to_status VARCHAR(20), at TIMESTAMP WITH TIME ZONE, PRIMARY KEY (task_id, step))");
        }
    }

    @Override
    public String name() {
        return "(a) plain SQL with history";
    }

    @Override
    public void live() throws SQLException {
        String id = UUID.randomUUID().toString();
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            step(
                    connection,
                    "INSERT INTO plain_task (title, status, id) VALUES ('a task', 'ready', ?)",
                    id,
                    1,
                    null,
                    "ready");
            step(
                    connection,
                    "UPDATE plain_task SET status='claimed', claimed_at=CURRENT_TIMESTAMP, worker='w' WHERE id=? AND status='ready'",
                    id,
                    2,
                    "ready",
                    "claimed");
            step(connection, "UPDATE plain_task SET status='in_progress' WHERE id=?", id, 3, "claimed", "in_progress");
            step(connection, "UPDATE plain_task SET status='completed' WHERE id=?", id, 4, "in_progress", "completed");
            connection.setAutoCommit(true);
        }
    }

    private static void step(Connection connection, String sql, String id, int number, String from, String to)
            throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql);
                PreparedStatement history = connection.prepareStatement(
                        "INSERT INTO plain_history (task_id, step, from_status, to_status, at) VALUES (?,?,?,?,CURRENT_TIMESTAMP)")) {
            change.setString(1, id);
            if (change.executeUpdate() != 1) {
                throw new IllegalStateException("step " + number + " of " + id + " changed nothing");
            }
            history.setString(1, id);
            history.setInt(2, number);
            history.setString(3, from);
            history.setString(4, to);
            history.executeUpdate();
            connection.commit();
        }
    }
}
