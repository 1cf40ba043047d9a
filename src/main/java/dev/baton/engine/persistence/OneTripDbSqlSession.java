package dev.baton.engine.persistence;

import dev.baton.database.IndexPlans;
import dev.baton.database.SqlStatement;
import dev.baton.engine.token.MoveScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.ibatis.exceptions.PersistenceException;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.db.FlushResult;
import org.camunda.bpm.engine.impl.db.entitymanager.operation.DbEntityOperation;
import org.camunda.bpm.engine.impl.db.entitymanager.operation.DbOperation;
import org.camunda.bpm.engine.impl.db.sql.BatchDbSqlSession;
import org.camunda.bpm.engine.impl.db.sql.DbSqlSessionFactory;
import org.postgresql.util.PSQLException;

/**
 * The engine's session on PostgreSQL. Sends the ledger's writes of a move and all writes of the engine as one text of several
 * statements. A JDBC batch holds a single statement, so the engine would need a round trip for every kind of row.
 */
final class OneTripDbSqlSession extends BatchDbSqlSession {

    /** The driver caches every prepared text, and long texts are rarely repeated. */
    private static final int MAX_STATEMENTS = 16;

    /** The statements of the current flush; null between flushes. */
    private List<SqlStatement> staged;

    OneTripDbSqlSession(DbSqlSessionFactory factory) {
        super(factory);
    }

    @Override
    public FlushResult executeDbOperations(List<DbOperation> operations) {
        staged = new ArrayList<>();
        try {
            operations.forEach(this::executeDbOperation);
            return execute(operations);
        } finally {
            staged = null;
        }
    }

    @Override
    protected void executeInsertEntity(String statement, Object parameter) {
        stage(statement, parameter);
    }

    @Override
    public int executeUpdate(String statement, Object parameter) {
        return staged == null ? super.executeUpdate(statement, parameter) : stage(mapped(statement), parameter);
    }

    @Override
    protected int executeDelete(String statement, Object parameter) {
        return staged == null ? super.executeDelete(statement, parameter) : stage(mapped(statement), parameter);
    }

    private int stage(String statement, Object parameter) {
        staged.add(MappedWrite.of(sqlSession.getConfiguration(), statement, parameter));
        return 0;
    }

    private String mapped(String statement) {
        return dbSqlSessionFactory.mapStatement(statement);
    }

    private FlushResult execute(List<DbOperation> operations) {
        List<SqlStatement> writes = new ArrayList<>(MoveScope.takeWrites());
        int first = writes.size();
        writes.addAll(staged);
        int[] counts;
        try {
            counts = send(writes);
        } catch (SQLException e) {
            return failed(operations, new PersistenceException(e.getMessage(), e));
        }
        List<DbOperation> failed = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            DbOperation operation = operations.get(i);
            postProcessOperationPerformed(operation, counts[first + i], null);
            if (operation.isFailed()) {
                failed.add(operation);
            }
        }
        return FlushResult.withFailures(failed);
    }

    /** Called after the flush of the engine's changes; if there were none, the ledger's writes are sent here. */
    @Override
    public void flush() {
        try {
            send(List.copyOf(MoveScope.takeWrites()));
        } catch (SQLException e) {
            throw new PersistenceException(e.getMessage(), e);
        }
    }

    /** PostgreSQL reports the table of a violated constraint, which identifies the operation; otherwise rethrows. */
    private FlushResult failed(List<DbOperation> operations, PersistenceException failure) {
        DbOperation violating = table(failure)
                .flatMap(table -> operations.stream()
                        .filter(operation -> operation instanceof DbEntityOperation
                                && table.equalsIgnoreCase(Context.getCommandContext()
                                        .getTableDataManager()
                                        .getTableName(operation.getEntityType(), false)))
                        .findFirst())
                .orElseThrow(() -> failure);
        postProcessOperationPerformed(violating, 0, failure);
        return FlushResult.withFailures(List.of(violating));
    }

    private static Optional<String> table(PersistenceException failure) {
        return failure.getCause() instanceof PSQLException e && e.getServerErrorMessage() != null
                ? Optional.ofNullable(e.getServerErrorMessage().getTable())
                : Optional.empty();
    }

    /** @return the number of changed rows for each statement */
    private int[] send(List<SqlStatement> writes) throws SQLException {
        int[] counts = new int[writes.size()];
        for (int i = 0; i < counts.length; i += MAX_STATEMENTS) {
            sendBatch(writes.subList(i, Math.min(i + MAX_STATEMENTS, counts.length)), counts, i);
        }
        return counts;
    }

    private void sendBatch(List<SqlStatement> writes, int[] counts, int first) throws SQLException {
        StringJoiner text = new StringJoiner(";\n");
        writes.forEach(write -> text.add(write.sql()));
        try (PreparedStatement statement =
                sqlSession.getConnection().prepareStatement(IndexPlans.before(text.toString()))) {
            int index = 1;
            for (SqlStatement write : writes) {
                index = write.bind(statement, index);
            }
            Integer timeout = sqlSession.getConfiguration().getDefaultStatementTimeout();
            statement.setQueryTimeout(timeout == null ? 0 : timeout);
            IndexPlans.execute(statement);
            for (int i = 0; i < writes.size(); i++) {
                counts[first + i] = statement.getUpdateCount();
                statement.getMoreResults();
            }
        }
    }
}
