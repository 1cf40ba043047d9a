package dev.baton.claim;

import dev.baton.claim.Claims.ReadyState;
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
 * The queue on H2, where a locking query would lock all candidates. H2 is embedded, so there is only one server: candidates
 * are read without locks, those of other threads are skipped in memory, and one row is locked.
 */
final class H2ReadyQueue implements ReadyQueue {

    private static final String CANDIDATES = """
            SELECT id FROM task WHERE lifecycle=? AND state=? AND ended_at IS NULL
            ORDER BY priority, seq LIMIT 64""";

    private final Ledger ledger;
    private final JdbcClient jdbc;
    private final Set<String> reserved = ConcurrentHashMap.newKeySet();

    H2ReadyQueue(Ledger ledger, JdbcClient jdbc) {
        this.ledger = ledger;
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Task> lockFirst(ReadyState readyState) {
        while (true) {
            List<String> candidates = jdbc.sql(CANDIDATES)
                    .params(readyState.lifecycle(), readyState.state())
                    .query(String.class)
                    .list();
            if (candidates.isEmpty()) {
                return Optional.empty();
            }
            for (String id : candidates) {
                Optional<Task> task = tryLock(id, readyState);
                if (task.isPresent()) {
                    return task;
                }
            }
        }
    }

    private Optional<Task> tryLock(String id, ReadyState readyState) {
        if (!reserved.add(id)) {
            return Optional.empty();
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                reserved.remove(id);
            }
        });
        return ledger.lock(id).filter(task -> task.state().equals(readyState.state()) && !task.ended());
    }
}
