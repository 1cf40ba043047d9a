package dev.baton.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** A connection, and its statements, that pass the gate with everything that can change something. */
final class GatedConnection implements InvocationHandler {

    /** How many transactions a thread has open: with REQUIRES_NEW there can be several. */
    private static final ThreadLocal<AtomicInteger> OPEN = ThreadLocal.withInitial(AtomicInteger::new);

    private static final Pattern READS = Pattern.compile("\\s*+SELECT\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern MAY_WRITE =
            Pattern.compile("\\b(UPDATE|TABLE|NEXT|NEXTVAL)\\b", Pattern.CASE_INSENSITIVE);

    private final Connection connection;
    private final WriteGate gate;
    private final H2File file;
    private AtomicInteger openIn;
    private boolean wrote;

    GatedConnection(Connection connection, WriteGate gate, H2File file) {
        this.connection = connection;
        this.gate = gate;
        this.file = file;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "createStatement", "prepareStatement", "prepareCall" -> statement(method, arguments);
            case "commit", "close" -> end(method, arguments);
            case "rollback" -> arguments == null ? end(method, arguments) : pass(method, arguments);
            case "setAutoCommit" ->
                (boolean) arguments[0] ? end(method, arguments) : Proxies.call(connection, method, arguments);
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> Proxies.call(connection, method, arguments);
        };
    }

    private Object statement(Method method, Object[] arguments) throws Throwable {
        Statement statement = (Statement) Proxies.call(connection, method, arguments);
        String prepared = arguments != null && arguments[0] instanceof String sql ? sql : null;
        return Proxies.of(method.getReturnType(), (proxy, called, given) -> switch (called.getName()) {
            case "equals" -> proxy == given[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> {
                String sql = given != null && given[0] instanceof String text ? text : prepared;
                yield called.getName().startsWith("execute") && !onlyReads(sql)
                        ? execute(statement, called, given)
                        : Proxies.call(statement, called, given);
            }
        });
    }

    private static boolean onlyReads(String sql) {
        return sql != null
                && READS.matcher(sql).lookingAt()
                && !MAY_WRITE.matcher(sql).find();
    }

    private Object execute(Statement statement, Method method, Object[] arguments) throws Throwable {
        boolean alone = connection.getAutoCommit();
        if (file.hasMuchToWrite()) {
            gate.writeIfEmpty();
        }
        gate.enter(openIn == null && OPEN.get().get() == 0);
        if (!alone && openIn == null) {
            openIn = OPEN.get();
            openIn.incrementAndGet();
        }
        boolean changed = true;
        try {
            Object result = Proxies.call(statement, method, arguments);
            changed = !method.getName().equals("executeQuery") && !Boolean.TRUE.equals(result);
            return result;
        } finally {
            wrote |= changed && !alone;
            gate.leave(changed && alone);
            if (changed && alone) {
                awaitFile();
            }
        }
    }

    private Object pass(Method method, Object[] arguments) throws Throwable {
        gate.enter(false);
        try {
            return Proxies.call(connection, method, arguments);
        } finally {
            gate.leave(false);
        }
    }

    /** Also a transaction that has only read waits for the file: what it saw can't be lost any more when it is told. */
    private Object end(Method method, Object[] arguments) throws Throwable {
        if (openIn == null) {
            Object result = Proxies.call(connection, method, arguments);
            if (method.getName().equals("commit")) {
                awaitFile();
            }
            return result;
        }
        gate.enter(false);
        try {
            return Proxies.call(connection, method, arguments);
        } finally {
            gate.leave(wrote);
            wrote = false;
            openIn.decrementAndGet();
            openIn = null;
            awaitFile();
        }
    }

    /** A transaction around this one may hold what a statement inside waits for; it waits for the file when it ends. */
    private void awaitFile() {
        if (OPEN.get().get() == 0) {
            gate.awaitFile();
        }
    }
}
