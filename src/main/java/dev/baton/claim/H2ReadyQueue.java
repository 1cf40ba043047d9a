package dev.baton.claim;

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

    /** Ordered by all columns of the index, because H2 would sort all ready tasks for an order without the first ones. */
    private static final String ORDER = " ORDER BY lifecycle, state, attempts_left, assignee, priority, seq LIMIT ";

    private static final String ATTEMPTS_LEFT = "FROM task WHERE " + ReadyState.CONDITION + " AND attempts_left=TRUE";

    static final String CANDIDATES = "SELECT id " + ATTEMPTS_LEFT + ReadyState.NOT_PAUSED + ORDER + "64";

    private final Ledger ledger;
    private final JdbcClient jdbc;
    private final Set<String> reserved = ConcurrentHashMap.newKeySet();

    H2ReadyQueue(Ledger ledger, JdbcClient jdbc) {
        this.ledger = ledger;
        this.jdbc = jdbc;
    }

    @Override
    public String first() {
        return ATTEMPTS_LEFT + ORDER + "1";
    }

    @Override
    public Optional<Task> lockFirst(ReadyState readyState, String worker) {
        while (true) {
            List<String> candidates = jdbc.sql(CANDIDATES)
                    .params(readyState.values(worker))
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
        return ledger.lock(id).filter(readyState::includes);
    }
}
