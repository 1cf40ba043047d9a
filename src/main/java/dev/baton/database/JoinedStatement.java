package dev.baton.database;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.util.ReflectionUtils;

/** A statement that writes. What is added to its batch waits in the connection; all else it leaves to a real one. */
final class JoinedStatement implements InvocationHandler {

    private static final Method SET_BYTES =
            ReflectionUtils.findMethod(PreparedStatement.class, "setBytes", int.class, byte[].class);

    private record Value(Method setter, Object[] arguments) {}

    /** One execution of a statement with its values. */
    static final class Entry {

        private final JoinedStatement statement;
        private final Value[] values;
        private int count;
        private boolean promised;

        private Entry(JoinedStatement statement, Value[] values) {
            this.statement = statement;
            this.values = values;
        }

        JoinedStatement statement() {
            return statement;
        }

        String sql() {
            return promised ? Promise.kept(statement.sql) : statement.sql;
        }

        /** Sets the values behind so many others; tells how many there are then. */
        int set(PreparedStatement together, int before) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                if (values[i] != null) {
                    Object[] arguments = values[i].arguments().clone();
                    arguments[0] = before + i + 1;
                    call(together, values[i].setter(), arguments);
                }
            }
            return before + values.length;
        }

        void done(int updated) {
            count = updated;
        }
    }

    private final JoinedConnection joined;
    private final Connection connection;
    private final String sql;
    private Value[] values = {};
    private final List<Entry> batch = new ArrayList<>();
    private PreparedStatement real;
    private boolean goesAlong;

    JoinedStatement(JoinedConnection joined, Connection connection, String sql) {
        this.joined = joined;
        this.connection = connection;
        this.sql = sql;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.startsWith("set") && arguments.length > 1 && arguments[0] instanceof Integer index) {
            Value value =
                    arguments[1] instanceof InputStream stream ? bytes(index, stream) : new Value(method, arguments);
            put(index, value);
            return real == null ? null : call(real, value.setter(), value.arguments());
        }
        return switch (name) {
            case "addBatch" -> arguments == null ? add() : call(real(), method, arguments);
            case "executeBatch" -> execute();
            case "clearBatch" -> clear();
            case "getConnection" -> connection;
            case "getQueryTimeout" -> real == null ? 0 : real.getQueryTimeout();
            case "close" -> close();
            case "isWrapperFor" -> arguments[0] == JoinedStatement.class || (boolean) call(real(), method, arguments);
            case "unwrap" -> arguments[0] == JoinedStatement.class ? this : call(real(), method, arguments);
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> {
                if (name.startsWith("execute")) {
                    joined.send();
                }
                yield call(real(), method, arguments);
            }
        };
    }

    /** Has the batch outlive this statement: it goes along with whatever is sent next, at the latest with the commit. */
    void goAlong() {
        goesAlong = true;
    }

    /** The driver reads a stream when it likes, and only once. */
    private static Value bytes(int index, InputStream stream) throws IOException {
        return new Value(SET_BYTES, new Object[] {index, stream.readAllBytes()});
    }

    private void put(int index, Value value) {
        if (index > values.length) {
            values = Arrays.copyOf(values, index);
        }
        values[index - 1] = value;
    }

    private Object add() {
        Entry entry = new Entry(this, values.clone());
        batch.add(entry);
        joined.add(entry);
        return null;
    }

    private Object clear() {
        joined.drop(this);
        batch.clear();
        return null;
    }

    private int[] execute() throws SQLException {
        if (Writes.patient() && Promise.fits(sql)) {
            return promise();
        }
        try {
            joined.send();
        } catch (SQLException e) {
            batch.clear();
            throw new BatchUpdateException(e.getMessage(), e.getSQLState(), e.getErrorCode(), new int[0], e);
        }
        int[] counts = batch.stream().mapToInt(entry -> entry.count).toArray();
        batch.clear();
        return counts;
    }

    private int[] promise() {
        goesAlong = true;
        int[] counts = new int[batch.size()];
        Arrays.fill(counts, 1);
        batch.forEach(entry -> entry.promised = true);
        batch.clear();
        return counts;
    }

    private Object close() throws SQLException {
        if (!goesAlong) {
            joined.drop(this);
        }
        if (real != null) {
            real.close();
        }
        return null;
    }

    private PreparedStatement real() throws SQLException {
        if (real == null) {
            real = joined.prepare(sql);
            new Entry(this, values).set(real, 0);
        }
        return real;
    }

    private static Object call(PreparedStatement target, Method method, Object... arguments) throws SQLException {
        try {
            return Proxies.call(target, method, arguments);
        } catch (SQLException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
