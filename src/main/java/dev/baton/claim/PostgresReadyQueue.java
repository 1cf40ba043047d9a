package dev.baton.claim;

import dev.baton.claim.Claims.Counter;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import java.util.Optional;

/** One statement finds, skips what others hold, locks, and brings along what will be asked for next. */
final class PostgresReadyQueue implements ReadyQueue {

    private static final String FIRST = """
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
    public Optional<Task> first(Counter counter) {
        return ledger.findWithExecutions(FIRST, counter.lifecycle(), counter.state());
    }
}
