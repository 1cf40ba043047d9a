package dev.baton.benchmark;

import dev.baton.ledger.TaskCounts;
import dev.baton.testing.Baton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Fills a database with tasks as a year of work leaves them: nearly all have ended, some wait, a few hundred are claimed.
 * Written by SQL, because a million lives would take an hour; tasks that wait are copies of a real one, with its token.
 */
public final class StoredTasks {

    /** The users that the rows name, {@code worker-0} and so on. */
    private static final int WORKERS = 50;

    private static final int MOST_WAITING = 10_000;
    private static final int MOST_CLAIMED = 300;

    /** Enough to fill a page of the lists that show few of all tasks. */
    private static final int FEW = 60;

    private final Baton baton;
    private final JdbcClient sql;

    public StoredTasks(Baton baton) {
        this.baton = baton;
        this.sql = baton.sql();
    }

    /** Does nothing if the database is filled already. */
    public void fill(int size) {
        if (count() >= size) {
            return;
        }
        int waiting = Math.max(200, Math.min(MOST_WAITING, size / 100));
        int claimed = Math.max(20, Math.min(MOST_CLAIMED, size / 1000));
        String template = baton.create("work-queue");
        copies(template, waiting, 0);
        copies(claimed(), claimed, waiting);
        withoutIndexes(() -> ended(template, size - waiting - claimed));
        special();
        baton.bean(TaskCounts.class).recount();
        sql.sql("VACUUM ANALYZE").update();
    }

    /** An index is made faster than it is kept up to date with a million rows. */
    private void withoutIndexes(Runnable filling) {
        Map<String, String> definitions = new LinkedHashMap<>();
        sql.sql("""
                SELECT indexname, indexdef FROM pg_indexes
                WHERE tablename IN ('task', 'task_text', 'task_transition', 'task_record', 'task_event')
                  AND indexname NOT IN (SELECT conname FROM pg_constraint)""").query(row -> {
            definitions.put(row.getString(1), row.getString(2));
        });
        definitions.keySet().forEach(index -> sql.sql("DROP INDEX " + index).update());
        filling.run();
        definitions.values().forEach(definition -> sql.sql(definition).update());
    }

    private String claimed() {
        String id = baton.create("work-queue");
        baton.as("worker-1")
                .post("/api/tasks/" + id + "/transitions", "{\"trigger\":\"claim\"}")
                .expect(200);
        return id;
    }

    private int count() {
        return sql.sql("SELECT count(*) FROM task").query(Integer.class).single();
    }

    /** Tasks with a token in the engine, like the template. */
    private void copies(String template, int count, int offset) {
        String numbers = "generate_series(%d, %d) n(i)".formatted(offset + 1, offset + count);
        copy(
                "act_ru_execution",
                "proc_inst_id_",
                instance(template),
                numbers,
                Map.of(
                        "id_", "'live-' || n.i",
                        "proc_inst_id_", "'live-' || n.i",
                        "root_proc_inst_id_", "'live-' || n.i",
                        "business_key_", "'live-' || n.i"));
        copy(
                "task",
                "id",
                template,
                numbers,
                Map.of(
                        "id", "'live-' || n.i",
                        "process_instance_id", "'live-' || n.i",
                        "wait_id", "'live-' || n.i",
                        "title", "'Repair number ' || md5(n.i::text)",
                        "priority", "n.i / 7 % 100",
                        "assignee",
                                "CASE WHEN t.assignee IS NULL THEN NULL ELSE 'worker-' || n.i % " + WORKERS + " END",
                        "created_by", "'user-' || n.i % " + WORKERS,
                        "created_at", "now() - n.i * interval '10 second'",
                        "updated_at", "now() - n.i * interval '10 second'",
                        "state_entered_at", "now() - n.i * interval '10 second'"));
        copy("task_transition", "task_id", template, numbers, Map.of("task_id", "'live-' || n.i"));
        text("live-", offset + 1, offset + count);
    }

    private String instance(String id) {
        return sql.sql("SELECT process_instance_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
    }

    private void copy(String table, String key, String value, String numbers, Map<String, String> fresh) {
        List<String> columns = sql.sql("""
                        SELECT column_name FROM information_schema.columns
                        WHERE table_schema='public' AND table_name=? AND column_name<>'seq'""").param(table).query(String.class).list();
        Stream<String> values = columns.stream().map(column -> fresh.getOrDefault(column, "t." + column));
        sql.sql("INSERT INTO %s (%s) SELECT %s FROM %s t, %s WHERE t.%s = ?"
                        .formatted(
                                table,
                                String.join(", ", columns),
                                String.join(", ", values.toList()),
                                table,
                                numbers,
                                key))
                .param(value)
                .update();
    }

    /** Each with the history of a whole life, every third with a reported run, the newest with events. */
    private void ended(String template, int count) {
        String numbers = "generate_series(1, %d) n(i)".formatted(count);
        String at = "now() - (%d - n.i) * interval '30 second'".formatted(count);
        copy(
                "task",
                "id",
                template,
                numbers,
                Map.ofEntries(
                        Map.entry("id", "'done-' || n.i"),
                        Map.entry("process_instance_id", "'done-' || n.i"),
                        Map.entry("wait_id", "NULL"),
                        Map.entry("state", "CASE WHEN n.i % 50 = 0 THEN 'failed' ELSE 'completed' END"),
                        Map.entry("terminal", "TRUE"),
                        Map.entry("satisfied", "n.i % 50 <> 0"),
                        Map.entry("title", "'Change number ' || md5(n.i::text)"),
                        Map.entry("priority", "n.i / 7 % 100"),
                        Map.entry("assignee", "'worker-' || n.i % " + WORKERS),
                        Map.entry("attempts", "n.i % 2"),
                        Map.entry("lease_epoch", "1"),
                        Map.entry("moves", "4"),
                        Map.entry("data", "'{\"result\":\"' || repeat(md5(n.i::text), 16) || '\"}'"),
                        Map.entry("created_by", "'user-' || n.i % " + WORKERS),
                        Map.entry("created_at", at),
                        Map.entry("updated_at", at),
                        Map.entry("state_entered_at", at),
                        Map.entry("claimed_at", at),
                        Map.entry("ended_at", at)));
        steps(count, at);
        sql.sql("""
                INSERT INTO task_record (task_id, name, number, actor, happened_at, document)
                SELECT 'done-' || n.i, 'runs', 1, 'worker-' || n.i %% %d, %s, '{"costUsd":0.12,"tokens":1500,"outcome":"ok"}'
                FROM %s WHERE n.i %% 3 = 0""".formatted(WORKERS, at, numbers)).update();
        text("done-", 1, count);
    }

    private void steps(int count, String at) {
        String life = """
                (VALUES (1, NULL, 'ready', NULL), (2, 'ready', 'claimed', 'claim'), (3, 'claimed', 'in_progress', 'start'),
                  (4, 'in_progress', 'completed', 'succeed')) s (step, from_state, to_state, trigger_name)""";
        sql.sql("""
                INSERT INTO task_transition (task_id, step, from_state, to_state, trigger_name, kind, actor, happened_at, payload, path)
                SELECT 'done-' || n.i, s.step, s.from_state, s.to_state, s.trigger_name, 'actor', 'worker-' || n.i %% %d,
                  %s - (4 - s.step) * interval '5 second', '{}', '["ready__claim","claimed"]'
                FROM generate_series(1, %d) n(i), %s""".formatted(WORKERS, at, count, life)).update();
        long last =
                sql.sql("SELECT last_number FROM event_head").query(Long.class).single();
        int events = sql.sql("""
                INSERT INTO task_event (number, kind, task_id, lifecycle, from_state, to_state, trigger_name, actor, happened_at)
                SELECT %d + row_number() OVER (ORDER BY n.i, s.step), CASE WHEN s.step = 1 THEN 'created' ELSE 'transition' END,
                  'done-' || n.i, 'work-queue', s.from_state, s.to_state, s.trigger_name, 'worker-' || n.i %% %d, %s
                FROM generate_series(greatest(1, %d - 20000), %d) n(i), %s""".formatted(last + 1000, WORKERS, at, count, count, life))
                .update();
        sql.sql("UPDATE event_head SET last_number=?")
                .param(last + 1000 + events)
                .update();
    }

    private void text(String prefix, int from, int to) {
        sql.sql("""
                INSERT INTO task_text (task_id, text) SELECT id, lower(id || ' ' || title) FROM task
                WHERE id IN (SELECT ? || i FROM generate_series(?, ?) n(i))""").params(prefix, from, to).update();
    }

    /** Tasks of other lifecycles, and those that filters look for: flagged, abandoned, blocked, with a parent. */
    private void special() {
        String parent = baton.create("work-queue");
        for (int i = 0; i < FEW; i++) {
            baton.create(i % 2 == 0 ? "governed" : "cognitive");
        }
        sql.sql("UPDATE task SET flags='overdue' WHERE id IN (SELECT 'live-' || i FROM generate_series(1, ?) n(i))")
                .param(FEW)
                .update();
        sql.sql("""
                UPDATE task SET abandoned=TRUE, ended_at=now(), wait_id=NULL
                WHERE id IN (SELECT 'live-' || i FROM generate_series(?, ?) n(i))""").params(FEW + 1, FEW + FEW).update();
        sql.sql("UPDATE task SET parent_id=? WHERE id IN (SELECT 'live-' || i FROM generate_series(1, ?) n(i))")
                .params(parent, FEW)
                .update();
        sql.sql("INSERT INTO task_dependency SELECT 'live-' || i, 'done-50' FROM generate_series(1, ?) n(i)")
                .param(FEW)
                .update();
    }
}
