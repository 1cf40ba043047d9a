package dev.baton.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A statement that can be concatenated with others and binds its parameters from a given index on. */
public interface SqlStatement {

    String sql();

    /** @return the index of the next parameter */
    int bind(PreparedStatement statement, int first) throws SQLException;
}
