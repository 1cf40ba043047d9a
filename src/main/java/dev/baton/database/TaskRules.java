package dev.baton.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.h2.tools.TriggerAdapter;

/** H2's side of what PostgreSQL does in PL/pgSQL: an ended task keeps its state, and updated_at is true. */
public final class TaskRules extends TriggerAdapter {

    @Override
    public void fire(Connection connection, ResultSet before, ResultSet after) throws SQLException {
        String state = before.getString("state");
        if (before.getBoolean("terminal") && !state.equals(after.getString("state"))) {
            throw new SQLException(
                    "the state of task " + before.getString("id") + " is " + state
                            + ", which is terminal: it can't change",
                    "23514");
        }
        if (before.getObject("updated_at").equals(after.getObject("updated_at"))) {
            after.updateObject("updated_at", OffsetDateTime.now());
        }
    }
}
