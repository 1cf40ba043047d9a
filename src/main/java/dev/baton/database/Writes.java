package dev.baton.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Sends several statements in one trip: at once, or along with whatever their transaction sends next. */
@Component
public class Writes {

    /** A statement with its values. */
    public record Write(String sql, List<Object> values) {}

    private static final ThreadLocal<Boolean> PATIENT = new ThreadLocal<>();

    private final JdbcTemplate jdbc;
    private final boolean joins;

    Writes(JdbcTemplate jdbc, DataSource database) throws SQLException {
        this.jdbc = jdbc;
        this.joins = database.isWrapperFor(JoinedDatabase.class);
    }

    /** Whether several statements can go in one text, each with a result of its own. */
    public boolean joins() {
        return joins;
    }

    /** For a transaction that can bear to hear only at its commit that a write did not succeed. */
    public <T> T patiently(Supplier<T> transaction) {
        PATIENT.set(joins);
        try {
            return transaction.get();
        } finally {
            PATIENT.remove();
        }
    }

    /** Whether whoever writes on this thread does not mind to hear of failures later. */
    static boolean patient() {
        return Boolean.TRUE.equals(PATIENT.get());
    }

    /** The same as {@link #goAlong} where failures may be told later, else {@link #now}. */
    public void soon(List<Write> writes) {
        if (patient()) {
            goAlong(writes);
        } else {
            now(writes);
        }
    }

    public void now(List<Write> writes) {
        String sql = String.join(";\n", writes.stream().map(Write::sql).toList());
        Object[] values = writes.stream().flatMap(w -> w.values().stream()).toArray();
        jdbc.update(sql, values);
    }

    /** At the latest with the commit. Whoever reads in between reads what was written. */
    public void goAlong(List<Write> writes) {
        if (joins && TransactionSynchronizationManager.isActualTransactionActive()) {
            writes.forEach(write -> jdbc.execute(write.sql(), waiting(write)));
        } else {
            now(writes);
        }
    }

    private static PreparedStatementCallback<Void> waiting(Write write) {
        return (PreparedStatement statement) -> {
            new ArgumentPreparedStatementSetter(write.values().toArray()).setValues(statement);
            statement.addBatch();
            statement.unwrap(JoinedStatement.class).goAlong();
            return null;
        };
    }
}
