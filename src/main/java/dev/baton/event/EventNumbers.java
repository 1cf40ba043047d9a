package dev.baton.event;

import dev.baton.database.Product;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives numbers to committed events. A transaction that does so locks the only row of {@code event_head} until its commit, so these
 * transactions run one after the other: a reader who sees a number can also see all lower ones. Events of one task are numbered
 * in their order, because their ids are taken while the task's row is locked.
 */
@Repository
class EventNumbers {

    private static final int BATCH_SIZE = 1000;

    private static final String NEW_IDS =
            "SELECT id FROM task_event WHERE number IS NULL ORDER BY id LIMIT " + BATCH_SIZE;

    /** Joined by ctid: the planner expects few events without a number, and would choose a nested loop for a join by id. */
    private static final String NUMBER_ALL = """
            WITH new_events AS MATERIALIZED (
              SELECT ctid AS place, row_number() OVER (ORDER BY id) AS position
              FROM task_event WHERE number IS NULL ORDER BY id LIMIT %d)
            UPDATE task_event e SET number = ? + n.position FROM new_events n WHERE e.ctid = n.place""".formatted(BATCH_SIZE);

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final boolean postgres;

    EventNumbers(JdbcTemplate jdbc, PlatformTransactionManager transactions, DataSource database) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.postgres = Product.of(database) == Product.POSTGRESQL;
    }

    /** Numbers all events that are committed by now. */
    void giveAll() {
        while (hasNew()) {
            Integer count = transaction.execute(status -> giveBatch());
            if (count < BATCH_SIZE) {
                return;
            }
        }
    }

    private boolean hasNew() {
        return !jdbc.queryForList("SELECT 1 FROM task_event WHERE number IS NULL LIMIT 1")
                .isEmpty();
    }

    private int giveBatch() {
        long last = jdbc.queryForObject("SELECT last_number FROM event_head WHERE id=1 FOR UPDATE", Long.class);
        int count = postgres ? jdbc.update(NUMBER_ALL, last) : giveOneByOne(last);
        if (count > 0) {
            jdbc.update("UPDATE event_head SET last_number=? WHERE id=1", last + count);
        }
        return count;
    }

    /** H2 has no UPDATE with FROM. */
    private int giveOneByOne(long last) {
        List<Long> ids = jdbc.queryForList(NEW_IDS, Long.class);
        for (int i = 0; i < ids.size(); i++) {
            jdbc.update("UPDATE task_event SET number=? WHERE id=?", last + i + 1, ids.get(i));
        }
        return ids.size();
    }
}
