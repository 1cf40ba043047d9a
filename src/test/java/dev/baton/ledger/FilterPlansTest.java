package dev.baton.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ledger.TaskFilter.Person;
import dev.baton.ledger.TaskFilter.Sort;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** No filter reads the whole table on PostgreSQL, however many tasks have ended. */
class FilterPlansTest {

    private static final int TASKS = 60_000;
    private static final Person SOMEBODY = new Person("worker-1", Set.of("specialist", "human"));

    private static final Map<String, TaskFilter> FILTERS = Map.ofEntries(
            Map.entry("active", filter(null, Set.of(), true, null, null, null, Set.of(), null, null, null)),
            Map.entry("lifecycle", filter("governed", Set.of(), true, null, null, null, Set.of(), null, null, null)),
            Map.entry(
                    "state", filter("work-queue", Set.of("ready"), null, null, null, null, Set.of(), null, null, null)),
            Map.entry("assignee", filter(null, Set.of(), null, "worker-1", null, null, Set.of(), null, null, null)),
            Map.entry("waitingFor", filter(null, Set.of(), null, null, SOMEBODY, null, Set.of(), null, null, null)),
            Map.entry("mine", filter(null, Set.of(), true, null, null, SOMEBODY, Set.of(), null, null, null)),
            Map.entry("flag", filter(null, Set.of(), null, null, null, null, Set.of("overdue"), null, null, null)),
            Map.entry(
                    "abandoned",
                    filter(null, Set.of(), null, null, null, null, Set.of(Flags.ABANDONED), null, null, null)),
            Map.entry(
                    "blocked-by-failed",
                    filter(null, Set.of(), null, null, null, null, Set.of(Flags.BLOCKED_BY_FAILED), null, null, null)),
            Map.entry("createdBy", filter(null, Set.of(), null, null, null, null, Set.of(), "lead", null, null)),
            Map.entry("blockedBy", filter(null, Set.of(), null, null, null, null, Set.of(), null, "t-1", null)),
            Map.entry("q", filter(null, Set.of(), null, null, null, null, Set.of(), null, null, "47-eleven")));

    private static Baton baton;

    @BeforeAll
    @SuppressWarnings("unchecked")
    static void fill() {
        baton = Baton.start(Database.POSTGRES.settings());
        baton.create("governed");
        String sample = baton.create("work-queue");
        baton.sql().sql("""
                INSERT INTO task (version, definition_id, wait_id, state, terminal, title, priority, assignee, attempts,
                  max_attempts, lease_epoch, moves, data, updated_at, state_entered_at, ended_at, abandoned, removed,
                  satisfied, flags, id, lifecycle, process_instance_id, created_by, created_at)
                SELECT version, definition_id, NULL, 'completed', TRUE, 'number ' || md5(n::text), n % 100, 'worker-' || n % 500, 1,
                  3, 1, 4, '{}', now() - n * interval '1 second', now() - n * interval '1 second', now(), FALSE, FALSE,
                  TRUE, '', 'filled-' || n, lifecycle, 'instance-' || n, 'user-' || n % 500, now()
                FROM task, generate_series(1, ?) AS n WHERE id = ?""").params(TASKS, sample).update();
        baton.sql()
                .sql("INSERT INTO task_text SELECT id, id || ' ' || title FROM task WHERE id LIKE 'filled-%'")
                .update();
        baton.sql().sql("VACUUM ANALYZE").update();
    }

    @AfterAll
    static void stop() {
        baton.close();
    }

    @Test
    void listsInEveryOrder() {
        FILTERS.forEach((name, filter) -> {
            for (Sort sort : Sort.values()) {
                readsByIndex(name + " by " + sort, TaskQueries.listQuery(filter, sort, null, 50));
            }
        });
    }

    @Test
    void counts() {
        FILTERS.forEach((name, filter) -> readsByIndex("count " + name, TaskQueries.countQuery(filter)));
    }

    @Test
    void pagesOfEverything() {
        TaskFilter all = filter(null, Set.of(), null, null, null, null, Set.of(), null, null, null);
        for (Sort sort : Sort.values()) {
            readsByIndex("all by " + sort, TaskQueries.listQuery(all, sort, null, 50));
        }
    }

    private static void readsByIndex(String what, TaskQueries.Query query) {
        List<String> plan = baton.sql()
                .sql("EXPLAIN " + query.sql())
                .params(query.values())
                .query(String.class)
                .list();
        assertThat(plan)
                .as(what + "\n" + String.join("\n", plan))
                .noneMatch(line -> line.contains("Seq Scan on task ") || line.contains("Seq Scan on task_text"));
    }

    private static TaskFilter filter(
            String lifecycle,
            Set<String> states,
            Boolean active,
            String assignee,
            Person waitingFor,
            Person mine,
            Set<String> flags,
            String createdBy,
            String blockedBy,
            String text) {
        return new TaskFilter(
                lifecycle,
                states,
                active,
                assignee,
                waitingFor,
                mine,
                flags,
                createdBy,
                blockedBy,
                null,
                null,
                text,
                false);
    }
}
