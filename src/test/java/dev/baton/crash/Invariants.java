package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.crash.Answered.Done;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What has to be true of the database at any moment, and at the end. */
final class Invariants {

    /**
     * Each query finds what must not be. The engine and the ledger change in one transaction, so that no snapshot may show a difference. The
     * elements of the shipped diagrams are named like their states.
     */
    private static final Map<String, String> MUST_FIND_NOTHING = new LinkedHashMap<>();

    static {
        MUST_FIND_NOTHING.put("the token is in the state of the task", """
            SELECT t.id, t.state, string_agg(e.act_id_, ',') FROM task t
            LEFT JOIN act_ru_execution e ON e.proc_inst_id_ = t.process_instance_id AND e.act_id_ IS NOT NULL
            WHERE t.ended_at IS NULL GROUP BY t.id, t.state
            HAVING NOT coalesce(bool_or(e.act_id_ = lower(t.state)), false)
                OR bool_or(e.is_active_ AND e.act_id_ NOT IN (lower(t.state), lower(t.state) || '#multiInstanceBody'))\
            """);
        MUST_FIND_NOTHING.put("an execution belongs to a running task", """
            SELECT e.id_, e.act_id_, t.id, t.state FROM act_ru_execution e
            LEFT JOIN task t ON t.process_instance_id = e.proc_inst_id_
            WHERE t.id IS NULL OR t.ended_at IS NOT NULL\
            """);
        MUST_FIND_NOTHING.put("a user task belongs to a running task in its state", """
            SELECT u.id_, u.task_def_key_, t.id, t.state FROM act_ru_task u
            LEFT JOIN task t ON t.process_instance_id = u.proc_inst_id_
            WHERE t.id IS NULL OR t.ended_at IS NOT NULL OR u.task_def_key_ <> lower(t.state)\
            """);
        MUST_FIND_NOTHING.put("a timer belongs to an execution of a running task", """
            SELECT j.id_, j.handler_type_, j.handler_cfg_, t.id, t.state FROM act_ru_job j
            LEFT JOIN act_ru_execution e ON e.id_ = j.execution_id_
            LEFT JOIN task t ON t.process_instance_id = j.process_instance_id_
            WHERE e.id_ IS NULL OR t.id IS NULL OR t.ended_at IS NOT NULL\
            """);
        MUST_FIND_NOTHING.put("the engine has no incidents", "SELECT id_, incident_msg_ FROM act_ru_incident");
        MUST_FIND_NOTHING.put("the history is complete and leads to the state", """
            SELECT t.id, t.state, h.steps, h.last, h.way FROM task t LEFT JOIN
                (SELECT task_id, count(*) AS steps, max(step) AS last, string_agg(to_state, ',' ORDER BY step) AS way,
                    (array_agg(to_state ORDER BY step DESC))[1] AS state FROM task_transition GROUP BY task_id) h
            ON h.task_id = t.id WHERE h.steps IS NULL OR h.steps <> h.last OR h.state <> t.state\
            """);
        MUST_FIND_NOTHING.put("each transition is one event", """
            SELECT h.task_id, h.steps, e.events FROM
                (SELECT task_id, count(*) AS steps FROM task_transition WHERE kind <> 'edit' GROUP BY task_id) h
            FULL JOIN (SELECT task_id, count(*) AS events FROM task_event WHERE kind IN ('created', 'transition')
                GROUP BY task_id) e ON e.task_id = h.task_id WHERE h.steps IS DISTINCT FROM e.events\
            """);
        MUST_FIND_NOTHING.put("the numbers of events have no gap", """
            SELECT number, before FROM (SELECT number, lag(number, 1, 0::bigint) OVER (ORDER BY number) AS before FROM task_event
                WHERE number IS NOT NULL) n WHERE number <> before + 1\
            """);
        MUST_FIND_NOTHING.put("an event has one delivery for each webhook", """
            SELECT webhook_id, event_number, count(*) FROM webhook_delivery
            GROUP BY webhook_id, event_number HAVING count(*) > 1\
            """);
        MUST_FIND_NOTHING.put("nobody but a running task has a lease", """
            SELECT id, state, lease_expires_at, timer_due_at FROM task
            WHERE ended_at IS NOT NULL AND (lease_expires_at IS NOT NULL OR timer_due_at IS NOT NULL)\
            """);
    }

    /** Only the last review of several is a transition. */
    private static final String PARTIAL = "submit-review";

    /** What each of these moves adds to the task. */
    private static final Map<String, String> RECORDS =
            Map.of(PARTIAL, "reviews", "phase-succeeded", "outputs", "phase-failed", "failures");

    private final DataSource database;

    Invariants(DataSource database) {
        this.database = database;
    }

    /** At any moment: all of them are looked at in one snapshot. */
    void hold() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
            for (Map.Entry<String, String> each : MUST_FIND_NOTHING.entrySet()) {
                assertThat(rows(statement, each.getValue())).as(each.getKey()).isEmpty();
            }
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next() && found.size() < 20) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(rows.getString(i)).append(" | ");
                }
                found.add(row.toString());
            }
        }
        return found;
    }

    /** At the end: history and records have the answered moves in the order of their leases, and nothing else by agents. */
    void nothingIsLostOrDoneTwice(Answered answered) {
        assertThat(strings("SELECT id FROM task")).as("tasks").containsExactlyInAnyOrderElementsOf(answered.tasks());
        isAnswered(answered, done -> !done.trigger().equals(PARTIAL), """
            SELECT task_id, actor || ' ' || trigger_name FROM task_transition
            WHERE step > 1 AND actor <> 'system' AND trigger_name <> '%s' ORDER BY task_id, step\
            """.formatted(PARTIAL));
        RECORDS.forEach((trigger, records) ->
                isAnswered(answered, done -> done.trigger().equals(trigger), """
                    SELECT task_id, actor || ' %s' FROM task_record WHERE name = '%s' ORDER BY task_id, number\
                    """.formatted(trigger, records)));
    }

    private void isAnswered(Answered answered, Predicate<Done> which, String sql) {
        Map<String, List<String>> stored = new HashMap<>();
        JdbcClient.create(database).sql(sql).query(row -> {
            stored.computeIfAbsent(row.getString(1), task -> new ArrayList<>()).add(row.getString(2));
        });
        answered.tasks().forEach(task -> {
            List<String> expected = answered.movesOf(task).stream()
                    .filter(which)
                    .map(done -> done.actor() + " " + done.trigger())
                    .toList();
            assertThat(answered.withoutUncertain(stored.getOrDefault(task, List.of()), expected))
                    .as("what agents have done to %s", task)
                    .isEqualTo(expected);
        });
    }

    private List<String> strings(String sql) {
        return JdbcClient.create(database).sql(sql).query(String.class).list();
    }

    /** At the end: what {@code GET /api/lifecycles} says is in the table. */
    void countsAgree(JsonNode lifecycles) {
        Map<String, Long> kept = new TreeMap<>();
        lifecycles.forEach(lifecycle -> lifecycle.get("tasks").fields().forEachRemaining(state -> {
            if (state.getValue().asLong() != 0) {
                kept.put(
                        lifecycle.get("key").asText() + " " + state.getKey(),
                        state.getValue().asLong());
            }
        }));
        Map<String, Long> stored = new TreeMap<>();
        JdbcClient.create(database)
                .sql("SELECT lifecycle || ' ' || state, count(*) FROM task GROUP BY lifecycle, state")
                .query(row -> {
                    stored.put(row.getString(1), row.getLong(2));
                });
        assertThat(kept).isEqualTo(stored);
    }

    /** At the end: nothing is left that a server would have to do. */
    void everythingIsFinished() {
        for (String left : List.of(
                "SELECT id FROM task WHERE ended_at IS NULL",
                "SELECT id_ FROM act_ru_execution",
                "SELECT id_ FROM act_ru_job",
                "SELECT id_ FROM act_ru_task",
                "SELECT id_ FROM act_ru_event_subscr",
                "SELECT blocker_id FROM dependency_wakeup",
                "SELECT task_id FROM task_event WHERE number IS NULL",
                "SELECT task_id FROM webhook_delivery WHERE status <> 'delivered'")) {
            assertThat(strings(left)).as(left).isEmpty();
        }
    }
}
