package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Repeats work that lost a race with another transaction: a deadlock, an optimistic lock, a timer that fired in between.
 * The locks taken first make that rare. As an interceptor it does so for moves through Camunda's own API; whoever opened
 * the {@link MoveScope} further up the stack repeats all of its work, not the one command.
 */
public final class RetryOnConflict extends CommandInterceptor {

    private static final int TRIES = 12;
    private static final int LONGEST_PAUSE = 6;

    private final TokenMovesRegistry moves;

    RetryOnConflict(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (MoveScope.isOpen()) {
            return next.execute(command);
        }
        if (!GuardedCommands.moves(command) && !GuardedCommands.handsOver(command)) {
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
                if (attempt == TRIES) {
                    throw new Refusal(
                            Refusal.Reason.CONFLICT,
                            "task",
                            "others keep changing this task at the same time; look at its state and try again");
                }
                LockSupport.parkNanos(
                        ThreadLocalRandom.current().nextLong(1_000_000L << Math.min(attempt, LONGEST_PAUSE)));
            }
        }
    }
}
