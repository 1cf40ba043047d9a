package dev.baton.claim;

import dev.baton.database.FastPath;
import dev.baton.engine.token.ExecutionRow;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The queue on PostgreSQL: skips the rows that others have locked and locks the first free one. */
final class PostgresReadyQueue implements ReadyQueue {

    private static final String ATTEMPTS_LEFT =
            "FROM task WHERE " + ReadyState.CONDITION + " AND attempts < max_attempts";

    private static final String ORDER = " ORDER BY priority, seq LIMIT 1";

    static final String FIRST = ATTEMPTS_LEFT + ReadyState.NOT_PAUSED + ORDER + " FOR UPDATE SKIP LOCKED";

    /** Reads the task, its executions, and whether it has blockers in one round trip. */
    private static final String FIRST_WITH_EXECUTIONS =
            """
            WITH first AS MATERIALIZED (SELECT * %s)
            SELECT first.*, %s, EXISTS (SELECT 1 FROM task_dependency d WHERE d.task_id = first.id) AS dependent
            FROM first %s""".formatted(FIRST, ExecutionRow.columns(), ExecutionRow.join("first.process_instance_id"));

    private final Ledger ledger;
    private final JdbcClient jdbc;
    private final FastPath fastPath;

    PostgresReadyQueue(Ledger ledger, JdbcClient jdbc, FastPath fastPath) {
        this.ledger = ledger;
        this.jdbc = jdbc;
        this.fastPath = fastPath;
    }

    @Override
    public String first() {
        return ATTEMPTS_LEFT + ORDER;
    }

    @Override
    public Optional<Task> lockFirst(ReadyState readyState, String worker) {
        if (fastPath.savesRoundTrips()) {
            return ledger.findWithExecutions(
                    FIRST_WITH_EXECUTIONS, readyState.values(worker).toArray());
        }
        return jdbc.sql("SELECT id " + FIRST)
                .params(readyState.values(worker))
                .query(String.class)
                .optional()
                .flatMap(ledger::find);
    }
}
