package dev.baton.ledger;

import dev.baton.core.Actor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Lists and counts tasks, and deletes old ones. */
@Repository
public class TaskQueries {

    private static final Logger LOG = LoggerFactory.getLogger(TaskQueries.class);

    /** Criteria for tasks; null matches any. */
    public record Filter(String lifecycle, String state, Boolean active, String assignee, String flag) {

        public Filter(String lifecycle, String state, Boolean active, String assignee) {
            this(lifecycle, state, active, assignee, null);
        }
    }

    private final JdbcClient jdbc;
    private final Clock clock;

    TaskQueries(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Oldest first; {@code after} is the sequence number of the last task on the previous page. */
    public List<Task> list(Filter filter, long after, int limit) {
        List<Object> values = new ArrayList<>();
        String where = where(filter, values);
        values.add(after);
        values.add(limit);
        return jdbc.sql("SELECT * FROM task WHERE " + where + " AND seq > ? ORDER BY seq LIMIT ?")
                .params(values)
                .query(TaskRows::task)
                .list();
    }

    public long count(Filter filter) {
        List<Object> values = new ArrayList<>();
        String where = where(filter, values);
        return jdbc.sql("SELECT count(*) FROM task WHERE " + where)
                .params(values)
                .query(Long.class)
                .single();
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

    /** Deletes ended tasks that no running task depends on. */
    @Transactional
    public int cleanUp(Duration olderThan, Actor actor) {
        int removed = jdbc.sql("""
                        DELETE FROM task WHERE ended_at IS NOT NULL AND ended_at <= ? AND NOT EXISTS (
                          SELECT 1 FROM task_dependency d JOIN task waiting ON waiting.id = d.task_id
                          WHERE d.blocker_id = task.id AND waiting.ended_at IS NULL)""")
                .param(Ledger.time(clock.instant().minus(olderThan)))
                .update();
        LOG.info("{} deleted {} tasks that ended more than {} ago, with their history", actor.id(), removed, olderThan);
        return removed;
    }

    private static String where(Filter filter, List<Object> values) {
        StringBuilder where = new StringBuilder("NOT removed");
        add(where, values, "lifecycle = ?", filter.lifecycle());
        add(where, values, "state = ?", filter.state());
        add(where, values, "assignee = ?", filter.assignee());
        add(where, values, "' ' || flags || ' ' LIKE ?", filter.flag() == null ? null : "% " + filter.flag() + " %");
        if (filter.active() != null) {
            where.append(filter.active() ? " AND ended_at IS NULL" : " AND ended_at IS NOT NULL");
        }
        return where.toString();
    }

    private static void add(StringBuilder where, List<Object> values, String condition, Object value) {
        if (value != null) {
            where.append(" AND ").append(condition);
            values.add(value);
        }
    }
}
