package dev.baton.move;

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
public class TransactionRunner {

    private final TransactionTemplate transaction;

    TransactionRunner(PlatformTransactionManager transactions) {
        this.transaction = new TransactionTemplate(transactions);
    }

    /** @param undo do everything, answer, and leave no trace */
    public <T> T inTransaction(boolean undo, Supplier<T> action) {
        return inTransaction((Predicate<T>) result -> undo, action);
    }

    /** What comes to nothing leaves no trace. */
    public <T> Optional<T> ifAny(Supplier<Optional<T>> action) {
        return inTransaction((Predicate<Optional<T>>) Optional::isEmpty, action);
    }

    private <T> T inTransaction(Predicate<T> undo, Supplier<T> action) {
        if (MoveScope.isOpen()) {
            return action.get();
        }
        return RetryOnConflict.retry(() -> MoveScope.open(() -> once(undo, action)));
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
