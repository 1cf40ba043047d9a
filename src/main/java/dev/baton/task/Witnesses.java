package dev.baton.task;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;

/** Tells all of them after the commit, and nobody after a rollback. */
@Component
class Witnesses {

    private static final Logger LOG = LoggerFactory.getLogger(Witnesses.class);

    private final Supplier<List<Witness>> all;

    Witnesses(ObjectProvider<Witness> all) {
        this.all = SingletonSupplier.of(() -> all.stream().toList());
    }

    void tell(Task task, List<Step> steps) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                if (status == STATUS_COMMITTED) {
                    all.get().forEach(witness -> tell(witness, task, steps));
                }
            }
        });
    }

    private static void tell(Witness witness, Task task, List<Step> steps) {
        try {
            witness.moved(task, steps);
        } catch (RuntimeException e) {
            LOG.warn("Task {} has moved, but not everybody could hear of it; the move itself stands", task.id, e);
        }
    }
}
