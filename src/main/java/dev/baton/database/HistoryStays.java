package dev.baton.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.h2.tools.TriggerAdapter;

/** H2 trigger that keeps the history append-only. The migrations refer to it by its class name. */
public final class HistoryStays extends TriggerAdapter {

    @Override
    public void fire(Connection connection, ResultSet before, ResultSet after) throws SQLException {
        throw new SQLException("the history of task " + before.getString("task_id") + " is append-only", "23514");
    }
}
