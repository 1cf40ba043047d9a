package dev.baton.claim;

import dev.baton.claim.Claims.ReadyState;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import java.util.Optional;

/** The queue on PostgreSQL: one statement skips locked rows, locks the first free one, and reads its executions. */
final class PostgresReadyQueue implements ReadyQueue {

    private static final String LOCK_FIRST = """
            WITH first AS MATERIALIZED (
              SELECT * FROM task WHERE lifecycle=? AND state=? AND ended_at IS NULL
              ORDER BY priority, seq LIMIT 1 FOR UPDATE SKIP LOCKED)
            SELECT *, EXISTS (SELECT 1 FROM task_dependency d WHERE d.task_id = first.id) AS dependent
            FROM first JOIN act_ru_execution e ON e.proc_inst_id_ = first.process_instance_id""";

    private final Ledger ledger;

    PostgresReadyQueue(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public Optional<Task> lockFirst(ReadyState readyState) {
        return ledger.findWithExecutions(LOCK_FIRST, readyState.lifecycle(), readyState.state());
    }
}
