package dev.baton.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.PgConnection;

/**
 * A statement that takes the BEGIN along in its own text if it is the first of its transaction. The driver would send that
 * ahead, in a message of its own, for which the server wakes up and which it answers.
 */
final class FirstStatement implements InvocationHandler {

    private final PgConnection driver;
    private final boolean begins;
    private final PreparedStatement statement;

    FirstStatement(Connection connection, String sql) throws SQLException {
        this.driver = connection.unwrap(PgConnection.class);
        this.begins = due() && !driver.isReadOnly(); // which the driver would say along
        this.statement = connection.prepareStatement(begins ? "BEGIN;\n" + sql : sql);
    }

    private boolean due() throws SQLException {
        return !driver.getAutoCommit() && driver.getTransactionState() == TransactionState.IDLE;
    }

    /** To set values and read results; not to be executed. */
    PreparedStatement statement() {
        return statement;
    }

    /** For somebody who knows nothing of all this. */
    PreparedStatement disguised() {
        return begins ? Proxies.of(PreparedStatement.class, this) : statement;
    }

    /** Leads to the first result of what was wanted. Once more in the same transaction, PostgreSQL only shakes its head. */
    boolean execute() throws SQLException {
        if (!begins) {
            return statement.execute();
        }
        if (driver.getAutoCommit()) {
            throw new SQLException("This statement was to begin a transaction that is over: prepare it anew");
        }
        boolean first = due();
        if (first) {
            driver.setAutoCommit(true); // or it would send a BEGIN of its own
        }
        try {
            statement.execute();
        } finally {
            if (first && !driver.isClosed()) { // a lost connection has said so already
                driver.setAutoCommit(false);
            }
        }
        return statement.getMoreResults();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "execute" -> execute();
            case "executeQuery" -> {
                execute();
                yield statement.getResultSet();
            }
            case "executeUpdate" -> {
                execute();
                yield statement.getUpdateCount();
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> Proxies.call(statement, method, arguments);
        };
    }
}
