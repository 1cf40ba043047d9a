package dev.baton.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Values of columns of the type TIMESTAMP WITH TIME ZONE. */
public final class TimeColumns {

    private TimeColumns() {}

    public static OffsetDateTime value(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    /** Null if the column is. */
    public static Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
