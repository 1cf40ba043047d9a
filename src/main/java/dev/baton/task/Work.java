package dev.baton.task;

import dev.baton.database.Writes;
import dev.baton.engine.Overtakings;
import dev.baton.engine.Refusal;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One transaction, tried again when another one got in its way: a deadlock, or a timer that fired in between. */
@Component
public class Work {

    private static final int TRIES = 10;

    private final Writes writes;
    private final TransactionTemplate transaction;

    Work(Writes writes, PlatformTransactionManager transactions) {
        this.writes = writes;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** @param undo do everything, answer, and leave no trace */
    public <T> T inTransaction(boolean undo, Supplier<T> action) {
        return inTransaction(result -> undo, undo, action);
    }

    /** What comes to nothing leaves no trace. */
    public <T> Optional<T> ifAny(Supplier<Optional<T>> action) {
        return inTransaction(Optional::isEmpty, false, action);
    }

    /** @param trial nothing is going to be committed, so the database has to say before that what it thinks of it */
    private <T> T inTransaction(Predicate<T> undo, boolean trial, Supplier<T> action) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            return action.get();
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return trial ? once(undo, action) : writes.patiently(() -> once(undo, action));
            } catch (RuntimeException e) {
                Optional<Refusal> taken = Ledger.idTaken(e);
                if (taken.isPresent()) {
                    throw taken.get();
                }
                if (attempt == TRIES || !Overtakings.is(e)) {
                    throw e;
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000L << attempt));
            }
        }
    }

    private <T> T once(Predicate<T> undo, Supplier<T> action) {
        return transaction.execute(status -> {
            T result = action.get();
            if (undo.test(result)) {
                status.setRollbackOnly();
            }
            return result;
        });
    }
}
