package dev.baton.engine;

import java.sql.SQLException;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.springframework.dao.ConcurrencyFailureException;

/** Tells whether a failure only means that somebody else was faster. */
public final class Overtakings {

    private Overtakings() {}

    /** Makes the engine undo what it is doing and, where it was a job, try it again. */
    public static RuntimeException overtaken(String message) {
        return new OptimisticLockingException(message);
    }

    public static boolean is(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof OptimisticLockingException
                    || t instanceof ConcurrencyFailureException
                    || t instanceof SQLException sql && lost(sql.getSQLState())
                    || t instanceof NullPointerException torn && inEngine(torn)) {
                return true;
            }
        }
        return false;
    }

    /** The engine reads a token row by row; when somebody else moves it meanwhile, rows that belong together are missing. */
    private static boolean inEngine(NullPointerException failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith("org.camunda.bpm.engine.impl.");
    }

    /** Class 40 is a transaction rolled back for concurrency; HYT00 is H2's lock that was not to be had. */
    private static boolean lost(String sqlState) {
        return sqlState != null && (sqlState.startsWith("40") || sqlState.equals("HYT00"));
    }
}
