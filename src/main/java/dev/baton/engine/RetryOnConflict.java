package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Retries work that failed because of a concurrent transaction: a deadlock, an optimistic lock, a timer that fired in between.
 * Locking the task first makes that rare. The interceptor retries moves through Camunda's API; if a {@link MoveScope}
 * is open already, the method that opened it retries all of its work.
 */
public final class RetryOnConflict extends CommandInterceptor {

    private static final int MAX_ATTEMPTS = 12;
    private static final int MAX_BACKOFF_EXPONENT = 6;

    private final TokenMovesRegistry moves;

    RetryOnConflict(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    /** Commands that change a task, except jobs, which the job executor retries. */
    static boolean retries(Command<?> command) {
        return LockTaskFirst.locks(command) && !(command instanceof ExecuteJobsCmd);
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (MoveScope.isOpen()) {
            return next.execute(command);
        }
        if (!retries(command)) {
            return MoveScope.open(() -> next.execute(command));
        }
        try {
            return retry(() -> MoveScope.open(() -> next.execute(command)));
        } catch (Refusal refusal) {
            moves.get().refused(refusal);
            CommandFailure.markLogged();
            throw refusal;
        }
    }

    public static <T> T retry(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (!ConcurrencyFailures.is(e)) {
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
}
