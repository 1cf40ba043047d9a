package dev.baton.database;

import dev.baton.core.Causes;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.regex.Pattern;

/** Distinguishes an unavailable database, or an exhausted pool, from a failed statement. */
public final class DatabaseFailures {

    /** How many seconds a caller is asked to wait before it tries again. */
    public static final int RETRY_AFTER_SECONDS = 5;

    public static final String MESSAGE = "The database can't be reached at the moment: try again in a few seconds";

    /**
     * 08: connection lost or refused. 25P03: PostgreSQL has ended the session because its transaction was idle for too long. 53: out of
     * connections, disk or memory. 57P: PostgreSQL shuts down, starts, or has ended the session. 90...: H2's error codes for a closed
     * or unreadable database.
     */
    private static final Pattern STATES = Pattern.compile("(08|25P03|53|57P).*|90(028|031|067|098|108|121)");

    /** HikariCP's message, without an SQLSTATE, when a broken connection is used again, usually for a rollback. */
    private static final String CLOSED = "Connection is closed";

    private DatabaseFailures() {}

    public static boolean unavailable(Throwable failure) {
        return Causes.of(failure).anyMatch(cause -> cause instanceof SQLException e && unavailable(e));
    }

    private static boolean unavailable(SQLException e) {
        return e instanceof SQLTransientConnectionException
                || e instanceof SQLNonTransientConnectionException
                || e instanceof SQLRecoverableException
                || (e.getSQLState() == null
                        ? CLOSED.equals(e.getMessage())
                        : STATES.matcher(e.getSQLState()).matches());
    }
}
