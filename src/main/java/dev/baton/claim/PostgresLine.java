package dev.baton.claim;

import dev.baton.claim.Claims.Counter;
import dev.baton.task.Ledger;
import dev.baton.task.Task;
import java.util.Optional;

/** One statement finds, skips what others hold, and locks. */
final class PostgresLine implements WaitingLine {

    private static final String FIRST = """
            SELECT * FROM task WHERE lifecycle=? AND state=? AND ended_at IS NULL
            ORDER BY priority, seq LIMIT 1 FOR UPDATE SKIP LOCKED""";

    private final Ledger ledger;

    PostgresLine(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public Optional<Task> first(Counter counter) {
        return ledger.query(FIRST, counter.lifecycle(), counter.state());
    }
}
