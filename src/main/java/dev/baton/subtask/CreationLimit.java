package dev.baton.subtask;

import dev.baton.move.Move;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Bounds what one transaction creates: a lifecycle could call itself, or each child could get children at once. */
final class CreationLimit {

    private static final int MAX_LEVELS = 3;
    private static final int MAX_TASKS = 1_000;

    private int levels;
    private int created;

    private CreationLimit() {}

    /** Refuses, or does the work with the children counted. */
    static <T> T nested(Move parent, int children, Supplier<T> work) {
        CreationLimit limit = current();
        limit.levels++;
        limit.created += children;
        if (limit.levels > MAX_LEVELS || limit.created > MAX_TASKS) {
            throw StartSubtasks.refusal(
                    parent,
                    "children",
                    "one move creates at most " + MAX_TASKS + " subtasks, " + MAX_LEVELS
                            + " levels deep: let children begin in a state of their own");
        }
        T result = work.get();
        limit.levels--;
        return result;
    }

    private static CreationLimit current() {
        CreationLimit limit = (CreationLimit) TransactionSynchronizationManager.getResource(CreationLimit.class);
        if (limit == null) {
            limit = new CreationLimit();
            TransactionSynchronizationManager.bindResource(CreationLimit.class, limit);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    TransactionSynchronizationManager.unbindResourceIfPossible(CreationLimit.class);
                }
            });
        }
        return limit;
    }
}
