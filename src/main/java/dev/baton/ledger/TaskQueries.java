package dev.baton.ledger;

import dev.baton.core.Actor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Lists and counts tasks, and deletes old ones. */
@Repository
public class TaskQueries {

    private static final Logger LOG = LoggerFactory.getLogger(TaskQueries.class);

    record Query(String sql, List<Object> values) {}

    private final JdbcClient jdbc;
    private final Clock clock;

    TaskQueries(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * A page of tasks.
     *
     * @param cursor where the page before ended; null for the first one
     */
    public List<Task> list(TaskFilter filter, TaskFilter.Sort sort, PageCursor cursor, int limit) {
        Query query = listQuery(filter, sort, cursor, limit);
        return jdbc.sql(query.sql())
                .params(query.values())
                .query(TaskRows::task)
                .list();
    }

    static Query listQuery(TaskFilter filter, TaskFilter.Sort sort, PageCursor cursor, int limit) {
        TaskConditions conditions = new TaskConditions(filter);
        if (cursor != null) {
            conditions.after(sort, cursor.value(sort), cursor.seq());
        }
        String direction = sort.ascending ? "" : " DESC";
        String order = sort == TaskFilter.Sort.CREATED ? "seq" : sort.column + direction + ", seq" + direction;
        return new Query(
                "SELECT * FROM task WHERE " + conditions.sql() + " ORDER BY " + order + " LIMIT " + limit,
                conditions.values());
    }

    public long count(TaskFilter filter) {
        Query query = countQuery(filter);
        return jdbc.sql(query.sql()).params(query.values()).query(Long.class).single();
    }

    static Query countQuery(TaskFilter filter) {
        TaskConditions conditions = new TaskConditions(filter);
        return new Query("SELECT count(*) FROM task WHERE " + conditions.sql(), conditions.values());
    }

    /** The states of all versions of a lifecycle, or of all lifecycles. */
    public Set<String> states(String lifecycle) {
        return new TreeSet<>(
                jdbc.sql("SELECT DISTINCT state FROM lifecycle_state WHERE lifecycle = COALESCE(?, lifecycle)")
                        .param(lifecycle)
                        .query(String.class)
                        .list());
    }

    public record Count(String lifecycle, String state, long tasks) {}

    public List<Count> counts() {
        return jdbc.sql("SELECT lifecycle, state, count(*) FROM task WHERE NOT removed GROUP BY lifecycle, state")
                .query((row, i) -> new Count(row.getString(1), row.getString(2), row.getLong(3)))
                .list();
    }

    /** Leases whose timer was due before that time and has not been handed to the engine yet. */
    public long overdueLeases(Instant before) {
        return jdbc.sql("SELECT count(*) FROM task WHERE timer_due_at < ?")
                .param(Ledger.time(before))
                .query(Long.class)
                .single();
    }

    public Map<String, Long> countsByState(String lifecycle) {
        Map<String, Long> counts = new TreeMap<>();
        counts().stream().filter(c -> c.lifecycle().equals(lifecycle)).forEach(c -> counts.put(c.state(), c.tasks()));
        return counts;
    }

    /** Whether the actor has made a transition of the task with any trigger but one. */
    public boolean hasMoved(String taskId, Actor actor, String exceptTrigger) {
        return jdbc.sql("""
                        SELECT EXISTS (SELECT 1 FROM task_transition WHERE task_id = ? AND actor = ?
                          AND from_state IS NOT NULL AND kind = 'actor' AND trigger_name <> ?)""")
                .params(taskId, actor.id(), exceptTrigger)
                .query(Boolean.class)
                .single();
    }

    /** Deletes ended tasks that no running task depends on or is the parent of. The database lets history go only while this runs. */
    @Transactional
    public int cleanUp(Duration olderThan, Actor actor) {
        jdbc.sql("INSERT INTO history_removal (actor) VALUES (?)")
                .param(actor.id())
                .update();
        int removed = jdbc.sql("""
                        DELETE FROM task WHERE ended_at IS NOT NULL AND ended_at <= ? AND NOT EXISTS (
                          SELECT 1 FROM task_dependency d JOIN task waiting ON waiting.id = d.task_id
                          WHERE d.blocker_id = task.id AND waiting.ended_at IS NULL) AND NOT EXISTS (
                          SELECT 1 FROM task parent WHERE parent.id = task.parent_id AND parent.ended_at IS NULL)""")
                .param(Ledger.time(clock.instant().minus(olderThan)))
                .update();
        jdbc.sql("DELETE FROM history_removal").update();
        LOG.info("{} deleted {} tasks that ended more than {} ago, with their history", actor.id(), removed, olderThan);
        return removed;
    }
}
