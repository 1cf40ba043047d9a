package dev.baton.engine;

import dev.baton.database.SqlStatement;
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
 * The engine's session on PostgreSQL: sends all that a command writes, and before it the ledger's part of the same move,
 * as one text of several statements. A JDBC batch holds one statement, so the engine would make a round trip for every
 * kind of row.
 */
final class OneTripDbSqlSession extends BatchDbSqlSession {

    /** The driver keeps every text that it has prepared, and long ones hardly ever come twice. */
    private static final int TOGETHER = 16;

    /** What the operations of the flush under way have come to; null between flushes. */
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

    /** Called behind the flush of the engine's own changes; the ledger's are still here if there were none. */
    @Override
    public void flush() {
        try {
            send(List.copyOf(MoveScope.takeWrites()));
        } catch (SQLException e) {
            throw new PersistenceException(e.getMessage(), e);
        }
    }

    /** PostgreSQL names the table whose rule was broken, and so the operation; without it nobody is to blame. */
    private FlushResult failed(List<DbOperation> operations, PersistenceException failure) {
        DbOperation broken = table(failure)
                .flatMap(table -> operations.stream()
                        .filter(operation -> operation instanceof DbEntityOperation
                                && table.equalsIgnoreCase(Context.getCommandContext()
                                        .getTableDataManager()
                                        .getTableName(operation.getEntityType(), false)))
                        .findFirst())
                .orElseThrow(() -> failure);
        postProcessOperationPerformed(broken, 0, failure);
        return FlushResult.withFailures(List.of(broken));
    }

    private static Optional<String> table(PersistenceException failure) {
        return failure.getCause() instanceof PSQLException e && e.getServerErrorMessage() != null
                ? Optional.ofNullable(e.getServerErrorMessage().getTable())
                : Optional.empty();
    }

    /** @return the number of rows that each of them changed */
    private int[] send(List<SqlStatement> writes) throws SQLException {
        int[] counts = new int[writes.size()];
        for (int i = 0; i < counts.length; i += TOGETHER) {
            sendTogether(writes.subList(i, Math.min(i + TOGETHER, counts.length)), counts, i);
        }
        return counts;
    }

    private void sendTogether(List<SqlStatement> writes, int[] counts, int first) throws SQLException {
        StringJoiner text = new StringJoiner(";\n");
        writes.forEach(write -> text.add(write.sql()));
        try (PreparedStatement statement = sqlSession.getConnection().prepareStatement(text.toString())) {
            int index = 1;
            for (SqlStatement write : writes) {
                index = write.bind(statement, index);
            }
            Integer timeout = sqlSession.getConfiguration().getDefaultStatementTimeout();
            statement.setQueryTimeout(timeout == null ? 0 : timeout);
            statement.execute();
            for (int i = 0; i < writes.size(); i++) {
                counts[first + i] = statement.getUpdateCount();
                statement.getMoreResults();
            }
        }
    }
}
