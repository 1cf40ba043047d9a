package dev.baton.ledger;

import dev.baton.database.DatabaseFailures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Maintains the number of tasks in each state, so that no query has to count tasks. It is the sum of the stored rows and of
 * the events that are newer than the last one in them; changes without an event are stored as rows. One server at a time
 * combines them.
 */
@Component
public class TaskCounts {

    private static final Logger LOG = LoggerFactory.getLogger(TaskCounts.class);

    /** Removed tasks are not counted. */
    record Key(String lifecycle, String state, boolean abandoned) {}

    /**
     * A stored sum, or so many events that led from one state to another.
     *
     * @param id of the stored row; 0 for events, -1 for rows of the table of tasks
     * @param from null for a sum, and for events of new tasks
     */
    private record Part(long id, String lifecycle, String from, String to, boolean abandoned, long tasks) {}

    private static final String STORED =
            "SELECT id, lifecycle, CAST(NULL AS VARCHAR(64)) AS from_state, state, abandoned, tasks FROM task_count";

    private static final String EVENTS = """
            SELECT 0, lifecycle, from_state, to_state, FALSE, COUNT(*) FROM task_event
            WHERE kind IN ('created', 'transition') AND %s GROUP BY lifecycle, from_state, to_state""";

    private static final String NOT_STORED =
            EVENTS.formatted("number > (SELECT event_number FROM task_count_head WHERE id=1)") + " UNION ALL "
                    + EVENTS.formatted("number IS NULL");

    /** One statement, so that all parts are read as of the same moment. */
    static final String ALL = STORED + " UNION ALL " + NOT_STORED;

    /** The events are not in the sums yet, although the tasks are counted with them. */
    private static final String FROM_TASKS = """
            SELECT -1, lifecycle, NULL, state, abandoned, COUNT(*) FROM task WHERE NOT removed
            GROUP BY lifecycle, state, abandoned""";

    static final String INSERT = "INSERT INTO task_count (lifecycle, state, abandoned, tasks) VALUES (?,?,?,?)";

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private volatile boolean recounted;

    TaskCounts(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    Map<Key, Long> all() {
        return sums(parts(ALL), 1);
    }

    /** The number of the last event that is in the stored sums. */
    public long lastNumber() {
        return jdbc.sql("SELECT event_number FROM task_count_head WHERE id=1")
                .query(Long.class)
                .single();
    }

    /** Counts once after the start, in case somebody has changed tasks by SQL. */
    @Scheduled(fixedDelayString = "PT2S")
    void keep() {
        try {
            if (!recounted) {
                recount();
                recounted = true;
            }
            rollUp();
        } catch (RuntimeException e) {
            if (!DatabaseFailures.unavailable(e)) {
                LOG.warn("Could not add up the counts of tasks: {}; trying again until it works", e.getMessage());
            }
        }
    }

    /** Adds the events that have a number to the sums. */
    public void rollUp() {
        if (hasNewEvents()) {
            transaction.executeWithoutResult(status -> {
                long from = lock();
                long to = lastEvent();
                List<Part> stored = parts(STORED);
                List<Part> parts = new ArrayList<>(stored);
                parts.addAll(parts(EVENTS.formatted("number > " + from + " AND number <= " + to)));
                replace(stored, sums(parts, 1));
                jdbc.sql("UPDATE task_count_head SET event_number=? WHERE id=1")
                        .param(to)
                        .update();
            });
        }
    }

    /** Replaces the sums by what is in the table of tasks. */
    public void recount() {
        transaction.executeWithoutResult(status -> {
            lock();
            List<Part> parts = parts(ALL + " UNION ALL " + FROM_TASKS);
            Map<Key, Long> sums =
                    sums(parts.stream().filter(part -> part.id() < 0).toList(), 1);
            sums(parts.stream().filter(part -> part.id() == 0).toList(), -1)
                    .forEach((key, tasks) -> sums.merge(key, tasks, Long::sum));
            replace(parts.stream().filter(part -> part.id() > 0).toList(), sums);
        });
    }

    private boolean hasNewEvents() {
        return jdbc.sql("SELECT e.last_number > c.event_number FROM event_head e, task_count_head c")
                .query(Boolean.class)
                .single();
    }

    private long lock() {
        return jdbc.sql("SELECT event_number FROM task_count_head WHERE id=1 FOR UPDATE")
                .query(Long.class)
                .single();
    }

    /** A transaction that sees this number sees the events with all lower ones. */
    private long lastEvent() {
        return jdbc.sql("SELECT last_number FROM event_head WHERE id=1")
                .query(Long.class)
                .single();
    }

    /** Deletes only what was read: other transactions may have added rows since. */
    private void replace(List<Part> stored, Map<Key, Long> sums) {
        Map<Key, List<Part>> rows = stored.stream().collect(Collectors.groupingBy(TaskCounts::key));
        Set<Key> unchanged = rows.entrySet().stream()
                .filter(row -> row.getValue().size() == 1
                        && row.getValue().get(0).tasks() == sums.getOrDefault(row.getKey(), 0L))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        stored.stream()
                .filter(part -> !unchanged.contains(key(part)))
                .forEach(part -> jdbc.sql("DELETE FROM task_count WHERE id=?")
                        .param(part.id())
                        .update());
        sums.forEach((key, tasks) -> {
            if (!unchanged.contains(key)) {
                jdbc.sql(INSERT)
                        .params(key.lifecycle(), key.state(), key.abandoned(), tasks)
                        .update();
            }
        });
    }

    private static Key key(Part part) {
        return new Key(part.lifecycle(), part.to(), part.abandoned());
    }

    private List<Part> parts(String sql) {
        return jdbc.sql(sql)
                .query((row, i) -> new Part(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getBoolean(5),
                        row.getLong(6)))
                .list();
    }

    private static Map<Key, Long> sums(List<Part> parts, int sign) {
        Map<Key, Long> sums = new HashMap<>();
        for (Part part : parts) {
            sums.merge(key(part), sign * part.tasks(), Long::sum);
            if (part.from() != null) {
                sums.merge(new Key(part.lifecycle(), part.from(), false), -sign * part.tasks(), Long::sum);
            }
        }
        return sums;
    }
}
