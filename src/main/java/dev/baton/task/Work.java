package dev.baton.task;

import dev.baton.core.Refusal;
import dev.baton.database.Writes;
import dev.baton.engine.MoveScope;
import dev.baton.engine.RetryOnConflict;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One transaction, tried again when another one got in its way: a deadlock, or a timer that fired in between. */
@Component
public class Work {

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
        if (MoveScope.isOpen()) {
            return action.get();
        }
        return RetryOnConflict.retry(() -> MoveScope.open(() ->
                refusingTakenIds(() -> trial ? once(undo, action) : writes.patiently(() -> once(undo, action)))));
    }

    private static <T> T refusingTakenIds(Supplier<T> transaction) {
        try {
            return transaction.get();
        } catch (RuntimeException e) {
            Optional<Refusal> taken = Ledger.idTaken(e);
            throw taken.isPresent() ? taken.get() : e;
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
