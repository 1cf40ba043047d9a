package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Has the writes that gather before a commit go to PostgreSQL together, in one trip instead of one each. */
final class JoinedDatabase extends DelegatingDataSource {

    JoinedDatabase(DataSource postgres) {
        super(postgres);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return join(super.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return join(super.getConnection(user, password));
    }

    private static Connection join(Connection connection) {
        return Proxies.of(Connection.class, new JoinedConnection(connection));
    }
}
