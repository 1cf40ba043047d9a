package dev.baton.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.h2.tools.TriggerAdapter;

/**
 * H2 trigger that keeps the state of an ended task and maintains updated_at, as the PL/pgSQL function does on PostgreSQL.
 * The migrations refer to it by its class name.
 */
public final class TaskRules extends TriggerAdapter {

    @Override
    public void fire(Connection connection, ResultSet before, ResultSet after) throws SQLException {
        String state = before.getString("state");
        boolean terminal = before.getBoolean("terminal");
        boolean ended = terminal || before.getObject("ended_at") != null;
        boolean goesOn = !state.equals(after.getString("state"))
                || terminal != after.getBoolean("terminal")
                || after.getObject("ended_at") == null;
        if (ended && goesOn) {
            throw new SQLException(
                    "the state of task " + before.getString("id") + " is " + state
                            + (terminal ? ", which is terminal: it can't change" : " and it was abandoned there"),
                    "23514");
        }
        if (before.getObject("updated_at").equals(after.getObject("updated_at"))) {
            after.updateObject("updated_at", OffsetDateTime.now());
        }
    }
}
