package dev.baton.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Lets PostgreSQL plan the statements of a move with indexes. Rows of the engine's executions live shortly: by its statistics the table
 * is small and its indexes are large, so PostgreSQL would read the whole table, with thousands of dead rows, for every check of a foreign key.
 */
public final class IndexPlans {

    /** For the transaction only: other queries, and other users of a pooled connection, keep the server's setting. */
    private static final String SETTING = "SET LOCAL random_page_cost = 0.1;\n";

    private IndexPlans() {}

    /** The text of statements that are sent together, with the setting before them. */
    public static String before(String statements) {
        return SETTING + statements;
    }

    /** Executes a text of {@link #before} and passes the result of the setting. */
    public static void execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
    }
}
