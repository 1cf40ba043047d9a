package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.mvstore.MVStore;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Has all that is done on an H2 database, by whomever, pass the {@link WriteGate}: what is committed is in the file. */
final class GatedDatabase extends DelegatingDataSource {

    private record Guarded(H2File file, WriteGate gate) {}

    private Guarded guarded;

    GatedDatabase(DataSource h2) {
        super(h2);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return guard(super.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return guard(super.getConnection(user, password));
    }

    private Connection guard(Connection connection) throws SQLException {
        Optional<MVStore> store = H2File.store(connection);
        if (store.isEmpty()) {
            return connection;
        }
        Guarded now = guarded(store.get());
        return Proxies.of(Connection.class, new GatedConnection(connection, now.gate(), now.file()));
    }

    /** H2 closes its file with the last connection and opens it anew with the next. */
    private synchronized Guarded guarded(MVStore store) {
        if (guarded == null || !guarded.file().isOf(store)) {
            H2File file = H2File.of(store);
            guarded = new Guarded(file, new WriteGate(file::write));
        }
        return guarded;
    }
}
