package dev.baton.ledger;

import dev.baton.core.Actor;
import dev.baton.database.TimeColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Deletes ended tasks that no running task depends on or is the parent of. */
@Repository
public class OldTasks {

    private static final Logger LOG = LoggerFactory.getLogger(OldTasks.class);

    /** Each batch is a transaction of its own, so that a large cleanup holds row locks only briefly. */
    private static final int BATCH_SIZE = 500;

    /** A task ends after it has entered its state, so that the index on state_entered_at finds the old ones. */
    static final String OLD = """
            SELECT id, seq, lifecycle, state, abandoned, removed, state_entered_at FROM task
            WHERE ended_at IS NOT NULL AND ended_at <= ? AND state_entered_at <= ? AND (state_entered_at, seq) > (?, ?)
              AND NOT EXISTS (SELECT 1 FROM task_dependency d JOIN task waiting ON waiting.id = d.task_id
                WHERE d.blocker_id = task.id AND waiting.ended_at IS NULL)
              AND NOT EXISTS (SELECT 1 FROM task parent WHERE parent.id = task.parent_id AND parent.ended_at IS NULL)
            ORDER BY state_entered_at, seq LIMIT %d""".formatted(BATCH_SIZE);

    private record Old(String id, long seq, TaskCounts.Key key, boolean removed, Instant enteredAt) {}

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Clock clock;

    OldTasks(JdbcClient jdbc, PlatformTransactionManager transactions, Clock clock) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    public int delete(Duration olderThan, Actor actor) {
        Instant before = clock.instant().minus(olderThan);
        int deleted = 0;
        Old last = new Old(null, 0, null, false, Instant.EPOCH);
        while (last != null) {
            List<Old> batch = deleteBatch(before, last, actor);
            deleted += batch.size();
            last = batch.size() < BATCH_SIZE ? null : batch.get(batch.size() - 1);
        }
        LOG.info("{} deleted {} tasks that ended more than {} ago, with their history", actor.id(), deleted, olderThan);
        return deleted;
    }

    /** Triggers of the database allow deleting history only in a transaction with a row in history_removal. */
    private List<Old> deleteBatch(Instant before, Old last, Actor actor) {
        return transaction.execute(status -> {
            List<Old> old = jdbc.sql(OLD + " FOR UPDATE")
                    .params(
                            TimeColumns.value(before),
                            TimeColumns.value(before),
                            TimeColumns.value(last.enteredAt()),
                            last.seq())
                    .query(OldTasks::old)
                    .list();
            if (old.isEmpty()) {
                return old;
            }
            jdbc.sql("INSERT INTO history_removal (actor) VALUES (?)")
                    .param(actor.id())
                    .update();
            jdbc.sql("DELETE FROM task WHERE id IN (:ids)")
                    .param("ids", old.stream().map(Old::id).toList())
                    .update();
            jdbc.sql("DELETE FROM history_removal").update();
            uncount(old);
            return old;
        });
    }

    private void uncount(List<Old> deleted) {
        Map<TaskCounts.Key, Long> counts = new HashMap<>();
        deleted.stream().filter(old -> !old.removed()).forEach(old -> counts.merge(old.key(), -1L, Long::sum));
        counts.forEach((key, tasks) -> jdbc.sql(TaskCounts.INSERT)
                .params(key.lifecycle(), key.state(), key.abandoned(), tasks)
                .update());
    }

    private static Old old(ResultSet row, int index) throws SQLException {
        return new Old(
                row.getString("id"),
                row.getLong("seq"),
                new TaskCounts.Key(row.getString("lifecycle"), row.getString("state"), row.getBoolean("abandoned")),
                row.getBoolean("removed"),
                TimeColumns.instant(row, "state_entered_at"));
    }
}
