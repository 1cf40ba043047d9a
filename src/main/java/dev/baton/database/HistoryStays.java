package dev.baton.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.tools.TriggerAdapter;

/**
 * H2 trigger that keeps the history append-only: entries never change, and only the cleanup deletes them. The migrations
 * refer to it by its class name.
 */
public final class HistoryStays extends TriggerAdapter {

    @Override
    public void fire(Connection connection, ResultSet before, ResultSet after) throws SQLException {
        if (after == null && cleanupRuns(connection)) {
            return;
        }
        throw new SQLException("the history of task " + before.getString("task_id") + " is append-only", "23514");
    }

    /** The cleanup inserts a row and deletes it again before its transaction ends, so that nobody else sees it. */
    private static boolean cleanupRuns(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT 1 FROM history_removal LIMIT 1")) {
            return found.next();
        }
    }
}
