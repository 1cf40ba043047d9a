package dev.baton.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmark.StoredTasks;
import dev.baton.claim.LeaseExpiry;
import dev.baton.event.EventLog;
import dev.baton.ledger.TaskFilter.Person;
import dev.baton.ledger.TaskFilter.Sort;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Database;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nothing that is read or done regularly reads a whole table on PostgreSQL, however many tasks have ended. */
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
            Map.entry("everything", filter(null, Set.of(), null, null, null, null, Set.of(), null, null, null)),
            Map.entry("ended", filter(null, Set.of(), false, null, null, null, Set.of(), null, null, null)),
            Map.entry(
                    "all of a lifecycle",
                    filter("governed", Set.of(), null, null, null, null, Set.of(), null, null, null)),
            Map.entry(
                    "terminal state",
                    filter("work-queue", Set.of("completed"), null, null, null, null, Set.of(), null, null, null)),
            Map.entry(
                    "state of any lifecycle",
                    filter(null, Set.of("claimed", "in_progress"), null, null, null, null, Set.of(), null, null, null)),
            Map.entry(
                    "assignee and active",
                    filter(null, Set.of(), true, "worker-1", null, null, Set.of(), null, null, null)),
            Map.entry("all of mine", filter(null, Set.of(), null, null, null, SOMEBODY, Set.of(), null, null, null)),
            Map.entry("q", filter(null, Set.of(), null, null, null, null, Set.of(), null, null, "47-eleven")));

    /** What people, agents and monitoring call regularly, other than the filters above. */
    private static final List<String> CALLS = List.of(
            "/api/tasks?topic=render",
            "/api/tasks?parent=live-1",
            "/api/tasks/count",
            "/api/tasks/count?active=true",
            "/api/tasks/count?lifecycle=work-queue&state=ready",
            "/api/tasks/live-1",
            "/api/tasks/live-1/history",
            "/api/lifecycles",
            "/api/lifecycles/work-queue/flow",
            "/api/agents",
            "/api/figures",
            "/api/figures/costs",
            "/api/events?limit=50&after=0",
            "/actuator/prometheus");

    private static final List<String> LARGE =
            List.of("task", "task_text", "task_transition", "task_record", "task_event");

    private static Baton baton;

    @BeforeAll
    static void fill() {
        baton = Baton.start(Database.POSTGRES.prepared());
        new StoredTasks(baton).fill(TASKS);
    }

    @AfterAll
    static void stop() {
        if (baton != null) { // the profile quick has left the start out
            baton.close();
        }
    }

    @Test
    void listsInEveryOrder() {
        FILTERS.forEach((name, filter) -> {
            for (Sort sort : Sort.values()) {
                readsByIndex(name + " by " + sort, queries().listQuery(filter, sort, null, 50));
            }
        });
    }

    @Test
    void counts() {
        FILTERS.forEach((name, filter) -> {
            if (!filter.isByState() || Boolean.TRUE.equals(filter.active())) { // others are kept
                readsByIndex("count " + name, queries().countQuery(filter));
            }
        });
    }

    /** With what vacuum notes, that all transactions see the rows of a page. */
    @Test
    void aPersonsEndedTasksAreCountedWithoutReadingThem() {
        baton.sql().sql("VACUUM ANALYZE task").update();
        for (String person : List.of("assignee", "createdBy")) {
            assertThat(plan(queries().countQuery(FILTERS.get(person))))
                    .as(person)
                    .anyMatch(line -> line.contains("Index Only Scan using task_ended_"));
        }
    }

    @Test
    void pagesFarBehind() {
        String last = baton.sql()
                .sql("SELECT max(seq) - 100 FROM task")
                .query(String.class)
                .single();
        TaskFilter all = FILTERS.get("everything");
        readsByIndex(
                "last page", queries().listQuery(all, Sort.CREATED, new PageCursor(null, Long.parseLong(last)), 50));
        readsByIndex("least urgent", queries().listQuery(all, Sort.PRIORITY, new PageCursor("99", 1), 50));
    }

    @Test
    void whatTheCleanupDeletes() {
        OffsetDateTime before = OffsetDateTime.now().minusYears(10);
        readsByIndex("cleanup", new TaskQueries.Query(OldTasks.OLD, List.of(before, before, before, 0L)));
    }

    @Test
    void calls() {
        Caller admin = baton.admin().with("Accept", "application/json, */*;q=0.5"); // a page of events, not the stream
        CALLS.forEach(call -> scansNothing(call, () -> admin.get(call).expect(200)));
    }

    @Test
    void regularWork() {
        scansNothing("counts", baton.bean(TaskCounts.class)::keep);
        scansNothing("leases", baton.bean(LeaseExpiry.class)::createDueTimers);
        scansNothing("idempotency keys", baton.bean(IdempotencyKeys.class)::deleteOld);
        scansNothing("events", baton.bean(EventLog.class)::deleteOld);
    }

    private static void scansNothing(String what, Runnable action) {
        Map<String, Long> before = scans();
        action.run();
        assertThat(scans()).as(what).isEqualTo(before);
    }

    /** PostgreSQL itself counts the scans of its tables, and publishes them when a connection is closed. */
    private static Map<String, Long> scans() {
        baton.closeConnections();
        return baton
                .sql()
                .sql("SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname IN (:tables)")
                .param("tables", LARGE)
                .query((row, i) -> Map.entry(row.getString(1), row.getLong(2)))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static TaskQueries queries() {
        return baton.bean(TaskQueries.class);
    }

    private static void readsByIndex(String what, TaskQueries.Query query) {
        if (query == null) {
            return;
        }
        List<String> plan = plan(query);
        assertThat(plan)
                .as(what + "\n" + String.join("\n", plan))
                .noneMatch(line -> line.contains("Seq Scan on task ") || line.contains("Seq Scan on task_text"));
    }

    private static List<String> plan(TaskQueries.Query query) {
        return baton.sql()
                .sql("EXPLAIN " + query.sql())
                .params(query.values())
                .query(String.class)
                .list();
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
