package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Detects outages of the database. While it is unavailable, one caller at a time tries to connect; the others fail at once
 * instead of waiting for the pool, which would block every thread of the server.
 */
final class WatchedDatabase extends DelegatingDataSource {

    /** All connections of the pool are in use. */
    static final class PoolExhausted extends SQLTransientConnectionException {

        private static final long serialVersionUID = 1;

        PoolExhausted(SQLException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static final int VALIDATION_SECONDS = 2;

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
        if (!outage.mayConnect()) {
            throw new SQLTransientConnectionException(DatabaseFailures.MESSAGE, "08001");
        }
        try {
            Connection connection = super.getConnection();
            if (outage.logged()) {
                check(connection);
            }
            outage.end();
            return connection;
        } catch (SQLException e) {
            if (allInUse()) {
                outage.exhausted(pool.getMaximumPoolSize());
                throw new PoolExhausted(e);
            }
            outage.unreachable(e);
            throw e;
        }
    }

    /** The pool does not validate recently used connections, which may be broken after an outage. */
    private void check(Connection connection) throws SQLException {
        if (!connection.isValid(VALIDATION_SECONDS)) {
            pool.evictConnection(connection);
            throw new SQLTransientConnectionException(DatabaseFailures.MESSAGE, "08003");
        }
    }

    private boolean allInUse() {
        var state = pool.getHikariPoolMXBean();
        return state != null && state.getActiveConnections() >= pool.getMaximumPoolSize();
    }
}
