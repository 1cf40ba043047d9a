package dev.baton.engine;

import java.sql.SQLException;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.springframework.dao.ConcurrencyFailureException;

/** Recognises failures that were caused by a concurrent change and can be retried. */
public final class ConcurrencyFailures {

    private ConcurrencyFailures() {}

    /** Makes the engine roll back the command and, if it was a job, retry it. */
    public static RuntimeException conflict(String message) {
        return new OptimisticLockingException(message);
    }

    public static boolean is(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof OptimisticLockingException
                    || t instanceof ConcurrencyFailureException
                    || t instanceof SQLException sql && isConflict(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /** Class 40: the transaction was rolled back because of another; HYT00: H2's lock time-out. */
    private static boolean isConflict(String sqlState) {
        return sqlState != null && (sqlState.startsWith("40") || sqlState.equals("HYT00"));
    }
}
