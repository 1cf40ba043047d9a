package dev.baton.move;

import dev.baton.engine.failure.ConcurrencyFailures;
import dev.baton.engine.token.MoveScope;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs an action in one transaction and retries it after a conflict, such as a deadlock or a concurrent timer. */
@Component
public class TransactionRunner {

    private final TransactionTemplate transaction;

    TransactionRunner(PlatformTransactionManager transactions) {
        this.transaction = new TransactionTemplate(transactions);
    }

    public <T> T inTransaction(Supplier<T> action) {
        return inTransaction(false, action);
    }

    /** @param dryRun whether to roll back after the action */
    public <T> T inTransaction(boolean dryRun, Supplier<T> action) {
        return inTransaction((Predicate<T>) result -> dryRun, action);
    }

    /** Rolls back if the result is empty. */
    public <T> Optional<T> commitIfPresent(Supplier<Optional<T>> action) {
        return inTransaction((Predicate<Optional<T>>) Optional::isEmpty, action);
    }

    private <T> T inTransaction(Predicate<T> rollback, Supplier<T> action) {
        if (MoveScope.isOpen()) { // joins the transaction of the caller, who also retries it
            return action.get();
        }
        return ConcurrencyFailures.retry(() -> MoveScope.open(() -> executeOnce(rollback, action)));
    }

    private <T> T executeOnce(Predicate<T> rollback, Supplier<T> action) {
        return transaction.execute(status -> {
            T result = action.get();
            if (rollback.test(result)) {
                status.setRollbackOnly();
            }
            return result;
        });
    }
}
