package dev.baton.claim;

import dev.baton.claim.Claims.Counter;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * H2 would lock the whole range of candidates. It is embedded, so there is one server: candidates are read without a
 * lock, what another thread is about to take is passed over in memory, and only the one row is locked.
 */
final class H2ReadyQueue implements ReadyQueue {

    private static final String CANDIDATES = """
            SELECT id FROM task WHERE lifecycle=? AND state=? AND ended_at IS NULL
            ORDER BY priority, seq LIMIT 64""";

    private final Ledger ledger;
    private final JdbcClient jdbc;
    private final Set<String> beingTaken = ConcurrentHashMap.newKeySet();

    H2ReadyQueue(Ledger ledger, JdbcClient jdbc) {
        this.ledger = ledger;
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Task> first(Counter counter) {
        while (true) {
            List<String> candidates = jdbc.sql(CANDIDATES)
                    .params(counter.lifecycle(), counter.state())
                    .query(String.class)
                    .list();
            if (candidates.isEmpty()) {
                return Optional.empty();
            }
            for (String id : candidates) {
                Optional<Task> task = take(id, counter);
                if (task.isPresent()) {
                    return task;
                }
            }
        }
    }

    private Optional<Task> take(String id, Counter counter) {
        if (!beingTaken.add(id)) {
            return Optional.empty();
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                beingTaken.remove(id);
            }
        });
        return ledger.lock(id).filter(task -> task.state().equals(counter.state()) && !task.ended());
    }
}
