package dev.baton.ledger;

import dev.baton.core.Actor;
import dev.baton.database.Product;
import dev.baton.database.TimeColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.RowMapperResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Lists and counts tasks. */
@Repository
public class TaskQueries {

    /** Counts that have to read tasks stop at this number. */
    static final int MOST_COUNTED = 10_000;

    /** A text is looked up in each task, which takes ten times as long. */
    private static final int MOST_COUNTED_BY_TEXT = 1_000;

    record Query(String sql, List<Object> values) {}

    /** @param atLeast whether there are more than were counted */
    public record Counted(long tasks, boolean atLeast) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate template;
    private final TaskCounts counts;
    private final boolean postgres;

    TaskQueries(JdbcClient jdbc, JdbcTemplate template, TaskCounts counts, DataSource database) {
        this.jdbc = jdbc;
        this.template = template;
        this.counts = counts;
        this.postgres = Product.of(database) == Product.POSTGRESQL;
    }

    /**
     * A page of tasks.
     *
     * @param cursor where the page before ended; null for the first one
     */
    public List<Task> list(TaskFilter filter, TaskFilter.Sort sort, PageCursor cursor, int limit) {
        return rows(listQuery(filter, sort, cursor, limit), TaskRows::task);
    }

    /** Null if there can't be such a task. */
    Query listQuery(TaskFilter filter, TaskFilter.Sort sort, PageCursor cursor, int limit) {
        List<TaskConditions> conditions = conditions(filter);
        if (cursor != null) {
            conditions.forEach(each -> each.after(sort, cursor.value(sort), cursor.seq()));
        }
        String direction = sort.ascending ? "" : " DESC";
        String order = sort == TaskFilter.Sort.CREATED ? "seq" : sort.column + direction + ", seq" + direction;
        String end = " ORDER BY " + order + " LIMIT " + limit;
        List<String> pages = conditions.stream()
                .map(each -> "SELECT * FROM task WHERE " + each.sql() + end)
                .toList();
        return switch (pages.size()) {
            case 0 -> null;
            case 1 -> new Query(pages.get(0), values(conditions));
            default -> new Query("SELECT * FROM (" + union(pages) + ") found" + end, values(conditions));
        };
    }

    /** Exact by lifecycle, state and end; by other criteria only up to a limit. */
    public Counted count(TaskFilter filter) {
        if (filter.isByState()) {
            StateKinds kinds = stateKinds();
            Map<TaskCounts.Key, Long> all = counts.all();
            boolean known = filter.active() == null
                    || all.keySet().stream().noneMatch(key -> kinds.isBoth(key.lifecycle(), key.state()));
            if (known) {
                return new Counted(countByState(all, filter, kinds), false);
            }
        }
        long found = rows(countQuery(filter), (row, i) -> row.getLong(1)).stream()
                .mapToLong(Long::longValue)
                .sum();
        return filter.isByState()
                ? new Counted(found, false)
                : new Counted(Math.min(found, most(filter)), found > most(filter));
    }

    private static int most(TaskFilter filter) {
        return filter.text() == null ? MOST_COUNTED : MOST_COUNTED_BY_TEXT;
    }

    private static long countByState(Map<TaskCounts.Key, Long> all, TaskFilter filter, StateKinds kinds) {
        return all.entrySet().stream()
                .filter(count -> {
                    TaskCounts.Key key = count.getKey();
                    boolean ended = key.abandoned() || kinds.isTerminal(key.lifecycle(), key.state());
                    return (filter.lifecycle() == null || filter.lifecycle().equals(key.lifecycle()))
                            && (filter.states().isEmpty() || filter.states().contains(key.state()))
                            && (filter.active() == null || filter.active() != ended)
                            && (filter.includesAbandoned() || !key.abandoned())
                            && (key.abandoned() || !filter.flags().contains(Flags.ABANDONED));
                })
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Null if there can't be such a task. */
    Query countQuery(TaskFilter filter) {
        List<TaskConditions> conditions = conditions(filter);
        String end = filter.isByState() ? "" : " LIMIT " + (most(filter) + 1);
        List<String> parts = conditions.stream()
                .map(each -> "SELECT 1 AS found FROM task WHERE " + each.sql() + end)
                .toList();
        return parts.isEmpty()
                ? null
                : new Query("SELECT count(*) FROM (" + union(parts) + ") counted", values(conditions));
    }

    private List<TaskConditions> conditions(TaskFilter filter) {
        return TaskConditions.of(filter, stateKinds(), postgres);
    }

    private static String union(List<String> queries) {
        return "(" + String.join(") UNION ALL (", queries) + ")";
    }

    private static List<Object> values(List<TaskConditions> conditions) {
        return conditions.stream()
                .flatMap(each -> each.values().stream())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private <T> List<T> rows(Query query, RowMapper<T> mapper) {
        return query == null
                ? List.of()
                : template.query(
                        plannedForItsValues(query.sql()),
                        new ArgumentPreparedStatementSetter(query.values().toArray()),
                        new RowMapperResultSetExtractor<>(mapper));
    }

    /**
     * A statement that the driver prepares on the server may get a generic plan, which is the same for rare and frequent
     * values.
     */
    private static PreparedStatementCreator plannedForItsValues(String sql) {
        return connection -> {
            if (!connection.isWrapperFor(PGConnection.class)) {
                return connection.prepareStatement(sql);
            }
            PGConnection driver = connection.unwrap(PGConnection.class);
            int threshold = driver.getPrepareThreshold();
            driver.setPrepareThreshold(0);
            try {
                return connection.prepareStatement(sql);
            } finally {
                driver.setPrepareThreshold(threshold);
            }
        };
    }

    private StateKinds stateKinds() {
        return new StateKinds(jdbc.sql("SELECT DISTINCT lifecycle, state, terminal FROM lifecycle_state")
                .query((row, i) -> new StateKinds.Kind(row.getString(1), row.getString(2), row.getBoolean(3)))
                .list());
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
        Map<String, Map<String, Long>> sums = new TreeMap<>();
        counts.all()
                .forEach((key, tasks) -> sums.computeIfAbsent(key.lifecycle(), l -> new TreeMap<>())
                        .merge(key.state(), tasks, Long::sum));
        List<Count> found = new ArrayList<>();
        sums.forEach((lifecycle, states) -> states.forEach((state, tasks) -> {
            if (tasks != 0) {
                found.add(new Count(lifecycle, state, tasks));
            }
        }));
        return found;
    }

    /** Leases whose timer was due before that time and has not been handed to the engine yet. */
    public long overdueLeases(Instant before) {
        return jdbc.sql("SELECT count(*) FROM task WHERE timer_due_at < ?")
                .param(TimeColumns.value(before))
                .query(Long.class)
                .single();
    }

    public Map<String, Long> countsByState(String lifecycle) {
        Map<String, Long> found = new TreeMap<>();
        counts().stream().filter(c -> c.lifecycle().equals(lifecycle)).forEach(c -> found.put(c.state(), c.tasks()));
        return found;
    }

    /** How many tasks of a lifecycle run in each of its versions. */
    public Map<Integer, Long> runningByVersion(String lifecycle) {
        Map<Integer, Long> counts = new TreeMap<>();
        jdbc.sql("""
                        SELECT version, COUNT(*) FROM task WHERE lifecycle = ? AND ended_at IS NULL AND NOT removed
                        GROUP BY version""").param(lifecycle).query(row -> {
            counts.put(row.getInt(1), row.getLong(2));
        });
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
}
