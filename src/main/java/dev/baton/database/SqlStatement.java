package dev.baton.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A statement that can be bound behind the parameters of others in one text. */
public interface SqlStatement {

    String sql();

    /** @return the index of the next parameter */
    int bind(PreparedStatement statement, int first) throws SQLException;
}
