package dev.baton.engine.token;

import dev.baton.database.SqlWrite;
import dev.baton.database.SqlWrites;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The moves in progress on this thread. The engine can't pass our objects to its listeners, conditions and delegates, so they
 * find the move here. A scope is opened for a transaction of our API, or else for one command of the engine; its moves
 * are written when the engine flushes.
 */
public final class MoveScope {

    private static final ThreadLocal<MoveScope> CURRENT = new ThreadLocal<>();

    private final Map<String, TokenMove> moves = new LinkedHashMap<>();
    private TokenMove creation;
    private List<ExecutionRow> executions = List.of();
    private List<SqlWrite> writes = new ArrayList<>();
    private boolean migrating;
    private String lastElement;

    private MoveScope() {}

    /** Whether a method further up the stack opened a scope and will commit or retry the work. */
    public static boolean isOpen() {
        return CURRENT.get() != null;
    }

    public static <T> T open(Supplier<T> work) {
        if (isOpen()) {
            throw new IllegalStateException("this thread has a move scope already");
        }
        CURRENT.set(new MoveScope());
        try {
            return work.get();
        } finally {
            CURRENT.remove();
        }
    }

    public static MoveScope current() {
        MoveScope scope = CURRENT.get();
        if (scope == null) {
            throw new IllegalStateException("a move needs a command or transaction with a move scope");
        }
        return scope;
    }

    /** Sets the move that the token of an instance is about to make. */
    public void announce(String processInstanceId, TokenMove move) {
        moves.put(processInstanceId, move);
    }

    /** Sets the move for the instance that is started next. */
    public void announceCreation(TokenMove move) {
        creation = move;
    }

    public void discard(TokenMove move) {
        moves.values().remove(move);
        creation = creation == move ? null : creation;
        executions = List.of();
    }

    TokenMove begin(Token token, TokenMoves factory) {
        TokenMove move = creation == null ? factory.creation(token) : creation;
        creation = null;
        moves.put(token.processInstanceId(), move);
        move.begins(token);
        return move;
    }

    TokenMove of(Token token, TokenMoves factory) {
        TokenMove move = find(token.processInstanceId());
        if (move == null) {
            move = factory.move(token);
            moves.put(token.processInstanceId(), move);
        }
        return move;
    }

    public TokenMove move(String processInstanceId) {
        TokenMove move = find(processInstanceId);
        if (move == null) {
            throw new IllegalStateException("no move of " + processInstanceId + " is in progress on this thread");
        }
        return move;
    }

    /** Null if the instance has no move. */
    public static TokenMove find(String processInstanceId) {
        return isOpen() ? CURRENT.get().moves.get(processInstanceId) : null;
    }

    void write(SqlWrites to) {
        List<TokenMove> all = List.copyOf(moves.values());
        moves.clear();
        all.forEach(move -> move.write(to));
    }

    void clear() {
        moves.clear();
        writes.clear();
        creation = null;
    }

    /** Sends a statement together with the engine's next flush. */
    public void sendWithFlush(SqlWrite write) {
        writes.add(write);
    }

    public static List<SqlWrite> takeWrites() {
        if (!isOpen()) {
            return List.of();
        }
        List<SqlWrite> taken = CURRENT.get().writes;
        CURRENT.get().writes = new ArrayList<>();
        return taken;
    }

    public boolean hasMoves() {
        return !moves.isEmpty();
    }

    /** The executions of the instance that moves next, if they were read with the task's row. */
    public void executions(List<ExecutionRow> rows) {
        executions = rows;
    }

    public static List<ExecutionRow> takeExecutions() {
        if (!isOpen()) {
            return List.of();
        }
        List<ExecutionRow> rows = CURRENT.get().executions;
        CURRENT.get().executions = List.of();
        return rows;
    }

    /** Remembers where the token is, for the message if it can't go on. */
    public void reached(String element) {
        lastElement = element;
    }

    /** The element that a token reached last; null if none has moved. */
    public static String lastElement() {
        return isOpen() ? CURRENT.get().lastElement : null;
    }

    public static boolean isMigrating() {
        return isOpen() && CURRENT.get().migrating;
    }

    public void migrate(Runnable migration) {
        migrating = true;
        try {
            migration.run();
        } finally {
            migrating = false;
        }
    }
}
