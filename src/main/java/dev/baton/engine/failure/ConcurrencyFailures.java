package dev.baton.engine.failure;

import dev.baton.core.Causes;
import dev.baton.core.Refusal;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.springframework.dao.ConcurrencyFailureException;

/** Recognises failures that were caused by a concurrent change, and retries the work that failed. */
public final class ConcurrencyFailures {

    private static final int MAX_ATTEMPTS = 12;
    private static final int MAX_BACKOFF_EXPONENT = 6;

    private ConcurrencyFailures() {}

    /** Makes the engine roll back the command and, if it was a job, retry it. */
    public static RuntimeException conflict(String message) {
        return new OptimisticLockingException(message);
    }

    public static boolean is(Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> cause instanceof OptimisticLockingException
                        || cause instanceof ConcurrencyFailureException
                        || cause instanceof SQLException sql && isConflict(sql.getSQLState()));
    }

    /** Runs all of the work again after a conflict, with growing pauses of random length. */
    public static <T> T retry(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (!is(e)) {
                    throw e;
                }
                if (attempt == MAX_ATTEMPTS) {
                    throw new Refusal(
                            Refusal.Reason.CONFLICT,
                            "task",
                            "others keep changing this task at the same time; look at its state and try again");
                }
                LockSupport.parkNanos(
                        ThreadLocalRandom.current().nextLong(1_000_000L << Math.min(attempt, MAX_BACKOFF_EXPONENT)));
            }
        }
    }

    /** Class 40: the transaction was rolled back because of another; HYT00: H2's lock time-out. */
    private static boolean isConflict(String sqlState) {
        return sqlState != null && (sqlState.startsWith("40") || sqlState.equals("HYT00"));
    }
}
