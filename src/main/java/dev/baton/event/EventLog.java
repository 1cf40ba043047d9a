package dev.baton.event;

import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import dev.baton.ledger.TaskCounts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads stored events by their numbers, and deletes old ones. */
@Repository
public class EventLog {

    /**
     * @param last the highest number that was given
     * @param removedTo the highest number that was deleted
     * @param listenedUntil until then some server has listeners
     */
    public record Head(long last, long removedTo, Instant listenedUntil) {}

    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
    private static final int DELETED_AT_ONCE = 5000;

    private final JdbcClient jdbc;
    private final EventNumbers numbers;
    private final TaskCounts counts;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final Duration keep;

    EventLog(
            JdbcClient jdbc,
            EventNumbers numbers,
            TaskCounts counts,
            PlatformTransactionManager transactions,
            Clock clock,
            EventSettings settings) {
        this.jdbc = jdbc;
        this.numbers = numbers;
        this.counts = counts;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
        this.keep = settings.keep();
    }

    /** The head after all committed events have got their numbers. */
    public Head numberAll() {
        numbers.giveAll();
        return head();
    }

    public Head head() {
        return jdbc.sql("SELECT last_number, removed_to, listened_until FROM event_head WHERE id=1")
                .query((row, i) -> new Head(
                        row.getLong("last_number"),
                        row.getLong("removed_to"),
                        TimeColumns.instant(row, "listened_until")))
                .single();
    }

    /**
     * The wanted events with a number above {@code after}, up to {@code last}, in order.
     *
     * @param last a number that was read from the head before
     */
    public List<Event> list(EventFilter filter, long after, long last, int limit) {
        if (after >= last) {
            return List.of();
        }
        List<Object> values = new ArrayList<>(List.of(after, last));
        values.addAll(filter.values());
        values.add(limit);
        return jdbc.sql("SELECT * FROM task_event WHERE number > ? AND number <= ?" + filter.sql()
                        + " ORDER BY number LIMIT ?")
                .params(values)
                .query(EventLog::event)
                .list();
    }

    /** Tells all servers that this one has listeners. */
    void listenUntil(Instant until) {
        transaction.executeWithoutResult(
                status -> jdbc.sql("UPDATE event_head SET listened_until=? WHERE id=1 AND listened_until < ?")
                        .params(TimeColumns.value(until), TimeColumns.value(until))
                        .update());
    }

    @Scheduled(fixedDelayString = "PT1H")
    public void deleteOld() {
        numberAll();
        counts.rollUp();
        Instant before = clock.instant().minus(keep);
        int deleted = 0;
        int batch;
        do {
            batch = transaction.execute(status -> deleteBatch(before));
            deleted += batch;
        } while (batch > 0);
        if (deleted > 0) {
            LOG.info("Deleted {} events older than {}; they can't be read again", deleted, keep);
        }
    }

    /** Only counted events, and only up to the first that is to be kept, so that the numbers that are left have no gap. */
    private int deleteBatch(Instant before) {
        Head head = head();
        long most = Math.min(counts.lastNumber(), head.removedTo() + DELETED_AT_ONCE);
        long to = jdbc.sql("SELECT number FROM task_event WHERE number > ? AND number <= ? AND happened_at >= ?"
                        + " ORDER BY number LIMIT 1")
                .params(head.removedTo(), most, TimeColumns.value(before))
                .query(Long.class)
                .optional()
                .map(firstKept -> firstKept - 1)
                .orElse(most);
        jdbc.sql("UPDATE event_head SET removed_to=? WHERE id=1 AND removed_to < ?")
                .params(to, to)
                .update();
        return jdbc.sql("DELETE FROM task_event WHERE number <= ?").param(to).update();
    }

    private static Event event(ResultSet row, int index) throws SQLException {
        String detail = row.getString("detail");
        return new Event(
                row.getLong("number"),
                row.getString("kind"),
                row.getString("task_id"),
                row.getString("lifecycle"),
                row.getString("from_state"),
                row.getString("to_state"),
                row.getString("trigger_name"),
                row.getString("actor"),
                TimeColumns.instant(row, "happened_at"),
                detail == null ? Json.object() : Json.object(detail));
    }
}
