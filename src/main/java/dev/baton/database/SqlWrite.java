package dev.baton.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.SqlParameterValue;

/** An INSERT, UPDATE or DELETE with its values. */
public record SqlWrite(String sql, List<Object> values) implements SqlStatement {

    @Override
    public int bind(PreparedStatement statement, int first) throws SQLException {
        int index = first;
        for (Object value : values) {
            if (value instanceof SqlParameterValue typed) {
                statement.setObject(index++, typed.getValue(), typed.getSqlType());
            } else {
                statement.setObject(index++, value);
            }
        }
        return index;
    }
}
