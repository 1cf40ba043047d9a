package dev.baton.crash;

import dev.baton.crash.Answered.Done;
import dev.baton.crash.Cluster.Outage;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How late the servers did what nobody has to ask them for, by the history. The time without PostgreSQL does not count. */
final class Lateness {

    private final JdbcClient sql;
    private final List<Outage> outages;
    private Duration longest = Duration.ZERO;
    private int count;

    Lateness(JdbcClient sql, List<Outage> outages) {
        this.sql = sql;
        this.outages = outages;
    }

    Duration longest() {
        return longest;
    }

    /** Of how many. */
    int count() {
        return count;
    }

    /** Of leases that ran out. What was answered says until when they were valid; nothing does for claims without an answer. */
    Lateness ofLeases(Answered answered) {
        Map<String, Deque<Done>> moves = new HashMap<>();
        Map<String, Instant> expiresAt = new HashMap<>();
        answered.tasks().forEach(task -> moves.put(task, new ArrayDeque<>(answered.movesOf(task))));
        sql.sql("""
            SELECT h.task_id, kind, actor, happened_at, trigger_name FROM task_transition h JOIN task t ON t.id = h.task_id
            WHERE t.lifecycle = 'work-queue' AND step > 1 ORDER BY h.task_id, step\
            """).query(row -> {
            String task = row.getString(1);
            if (!row.getString(3).equals("system")) {
                Done next = moves.get(task).peek();
                boolean wasAnswered = next != null
                        && next.actor().equals(row.getString(3))
                        && next.trigger().equals(row.getString(5));
                expiresAt.put(task, wasAnswered ? moves.get(task).remove().expiresAt() : null);
            } else if (row.getString(2).equals("timer") && expiresAt.get(task) != null) {
                add(
                        expiresAt.remove(task),
                        row.getObject(4, OffsetDateTime.class).toInstant());
            }
        });
        return this;
    }

    /** Of tasks whose blockers had finished. */
    Lateness ofWakeUps() {
        sql.sql("""
            SELECT max(f.happened_at), min(w.happened_at) FROM task_dependency d
            JOIN task b ON b.id = d.blocker_id
            JOIN task_transition f ON f.task_id = b.id AND f.to_state = b.state
            JOIN task_transition w ON w.task_id = d.task_id AND w.from_state = 'blocked'
            WHERE b.ended_at IS NOT NULL GROUP BY d.task_id\
            """).query(row -> {
            add(
                    row.getObject(1, OffsetDateTime.class).toInstant(),
                    row.getObject(2, OffsetDateTime.class).toInstant());
        });
        return this;
    }

    private void add(Instant due, Instant done) {
        Duration late = Duration.between(due, done);
        for (Outage outage : outages) {
            Instant from = outage.from().isAfter(due) ? outage.from() : due;
            Instant to = outage.to().isBefore(done) ? outage.to() : done;
            late = from.isBefore(to) ? late.minus(Duration.between(from, to)) : late;
        }
        longest = late.compareTo(longest) > 0 ? late : longest;
        count++;
    }
}
