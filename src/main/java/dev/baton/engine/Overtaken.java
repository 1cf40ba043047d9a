package dev.baton.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tries a move again that came through one of Camunda's doors and was overtaken by another one. Our own door locks
 * the task first and is never overtaken; Camunda's read the token before they come to the lock.
 */
final class Overtaken extends CommandInterceptor {

    private static final int TRIES = 12;

    private final Supplier<TokenObserver> observer;

    Overtaken(Supplier<TokenObserver> observer) {
        this.observer = observer;
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (!GuardsDecide.moves(command) && !GuardsDecide.handsOver(command)
                || TransactionSynchronizationManager.isActualTransactionActive()) {
            return next.execute(command);
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return next.execute(command);
            } catch (Refusal refusal) {
                observer.get().refused(refusal);
                FaultNote.markLogged();
                throw refusal;
            } catch (RuntimeException e) {
                if (!Overtakings.is(e)) {
                    throw e;
                }
                if (attempt == TRIES) {
                    throw new Refusal(
                            Refusal.Reason.CONFLICT,
                            "task",
                            "others keep moving this task at the same time; look at its state and try again");
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000L << Math.min(attempt, 6)));
            }
        }
    }
}
