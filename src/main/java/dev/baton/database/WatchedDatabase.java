package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Notices when connections can't be had and when they can again. While the database is away one caller at a time tries to
 * reach it; the others fail at once instead of waiting for the pool, which would hold every thread of the server.
 */
final class WatchedDatabase extends DelegatingDataSource {

    /** The database is there, but all connections to it are in use. */
    static final class NoneToSpare extends SQLTransientConnectionException {

        private static final long serialVersionUID = 1;

        NoneToSpare(SQLException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static final int SECONDS = 2;

    private final HikariDataSource pool;
    private final Outage outage = new Outage();

    WatchedDatabase(DataSource database, HikariDataSource pool) {
        super(database);
        this.pool = pool;
    }

    Outage outage() {
        return outage;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (!outage.mayTry()) {
            throw new SQLTransientConnectionException(DatabaseFailures.MESSAGE, "08001");
        }
        try {
            Connection connection = super.getConnection();
            if (outage.told()) {
                check(connection);
            }
            outage.over();
            return connection;
        } catch (SQLException e) {
            if (allInUse()) {
                outage.exhausted(pool.getMaximumPoolSize());
                throw new NoneToSpare(e);
            }
            outage.unreachable(e);
            throw e;
        }
    }

    /** The pool hands out what was in use a moment ago without a look, and that may have broken with the others. */
    private void check(Connection connection) throws SQLException {
        if (!connection.isValid(SECONDS)) {
            pool.evictConnection(connection);
            throw new SQLTransientConnectionException(DatabaseFailures.MESSAGE, "08003");
        }
    }

    private boolean allInUse() {
        var state = pool.getHikariPoolMXBean();
        return state != null && state.getActiveConnections() >= pool.getMaximumPoolSize();
    }
}
