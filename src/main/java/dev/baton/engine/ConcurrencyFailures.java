package dev.baton.engine;

import java.sql.SQLException;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.springframework.dao.ConcurrencyFailureException;

/** Tells whether a failure only means that somebody else was faster. */
public final class ConcurrencyFailures {

    private ConcurrencyFailures() {}

    /** Makes the engine undo what it is doing and, where it was a job, try it again. */
    public static RuntimeException overtaken(String message) {
        return new OptimisticLockingException(message);
    }

    public static boolean is(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof OptimisticLockingException
                    || t instanceof ConcurrencyFailureException
                    || t instanceof SQLException sql && lost(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /** Class 40 is a transaction rolled back for concurrency; HYT00 is H2's lock that was not to be had. */
    private static boolean lost(String sqlState) {
        return sqlState != null && (sqlState.startsWith("40") || sqlState.equals("HYT00"));
    }
}
