package dev.baton.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * A connection that keeps what its statements add to their batches until one of them, or anything else, has to be
 * executed, and then sends all of it at once, in the order it came. The engine adds everything that a command changes
 * to batches first and executes them afterwards, one by one: the first of them takes the others along.
 */
final class JoinedConnection implements InvocationHandler {

    private static final Pattern WRITES = Pattern.compile("\\s*+(INSERT|UPDATE|DELETE)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern READS = Pattern.compile("\\s*+(SELECT|WITH)\\b", Pattern.CASE_INSENSITIVE);

    /** Every sequence of statements is a text of its own, which the driver remembers: long ones would come once only. */
    private static final int TOGETHER = 16;

    private final Connection connection;
    private final List<JoinedStatement.Entry> waiting = new ArrayList<>();

    JoinedConnection(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "prepareStatement" -> {
                String sql = (String) arguments[0];
                if (arguments.length == 1 && WRITES.matcher(sql).lookingAt()) {
                    return Proxies.of(PreparedStatement.class, new JoinedStatement(this, (Connection) proxy, sql));
                }
                send();
                if (arguments.length == 1 && READS.matcher(sql).lookingAt()) {
                    return new FirstStatement(connection, sql).disguised();
                }
            }
            case "createStatement", "prepareCall", "setSavepoint" -> send();
            case "commit" -> {
                if (sendAndCommit()) {
                    return null;
                }
            }
            case "rollback", "close" -> waiting.clear();
            case "setAutoCommit" -> {
                if ((boolean) arguments[0]) {
                    send();
                }
            }
            case "equals" -> {
                return proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            default -> {}
        }
        return Proxies.call(connection, method, arguments);
    }

    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    void add(JoinedStatement.Entry entry) {
        waiting.add(entry);
    }

    /** What a statement does not execute before it is closed is not to happen. */
    void drop(JoinedStatement statement) {
        waiting.removeIf(entry -> entry.statement() == statement);
    }

    /** The commit goes along with the last writes, behind them: if one of them fails, the server does not come to it. */
    private boolean sendAndCommit() throws SQLException {
        if (waiting.isEmpty() || waiting.size() >= TOGETHER) {
            send();
            return false;
        }
        List<JoinedStatement.Entry> all = List.copyOf(waiting);
        waiting.clear();
        try {
            sendTogether(all, true);
        } catch (SQLException e) {
            rollBackAfter(e);
            throw e;
        }
        return true;
    }

    private void rollBackAfter(SQLException failure) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Sends everything that waits. Of several that fail together nobody can tell which: the first one says so. */
    void send() throws SQLException {
        List<JoinedStatement.Entry> all = List.copyOf(waiting);
        waiting.clear();
        for (int from = 0; from < all.size(); from += TOGETHER) {
            sendTogether(all.subList(from, Math.min(all.size(), from + TOGETHER)), false);
        }
    }

    private void sendTogether(List<JoinedStatement.Entry> entries, boolean commit) throws SQLException {
        StringJoiner sql = new StringJoiner(";\n");
        entries.forEach(entry -> sql.add(entry.sql()));
        if (commit) {
            sql.add("COMMIT");
        }
        FirstStatement all = new FirstStatement(connection, sql.toString());
        try (PreparedStatement together = all.statement()) {
            int parameters = 0;
            for (JoinedStatement.Entry entry : entries) {
                parameters = entry.set(together, parameters);
            }
            all.execute();
            for (JoinedStatement.Entry entry : entries) {
                entry.done(together.getUpdateCount());
                together.getMoreResults();
            }
        } catch (SQLException e) {
            throw Promise.BROKEN.equals(e.getSQLState()) ? Promise.broken(e) : e;
        }
    }
}
