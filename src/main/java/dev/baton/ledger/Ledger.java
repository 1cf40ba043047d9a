package dev.baton.ledger;

import dev.baton.core.Refusal;
import dev.baton.database.ConstraintViolation;
import dev.baton.database.FastPath;
import dev.baton.database.SqlWrite;
import dev.baton.database.SqlWrites;
import dev.baton.engine.ExecutionRow;
import dev.baton.json.Json;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The tables of tasks and their history. */
@Component
public class Ledger {

    private static final String UPDATE = """
            UPDATE task SET version=?, definition_id=?, wait_id=?, state=?, terminal=?, title=?, priority=?, assignee=?,
              attempts=?, max_attempts=?, lease_epoch=?, lease_expires_at=?, timer_due_at=?, moves=?, data=?, updated_at=?,
              state_entered_at=?, ended_at=?, abandoned=?, removed=?, satisfied=?, flags=?
            WHERE id=?""";

    private static final String INSERT = """
            INSERT INTO task (version, definition_id, wait_id, state, terminal, title, priority, assignee, attempts,
              max_attempts, lease_epoch, lease_expires_at, timer_due_at, moves, data, updated_at, state_entered_at, ended_at, abandoned,
              removed, satisfied, flags, id, lifecycle, process_instance_id, created_by, created_at)
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)""";

    private static final String STEP = """
            INSERT INTO task_transition (task_id, step, from_state, to_state, trigger_name, kind, actor, on_behalf_of,
              happened_at, payload, path, event_id)
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?)""";

    /** Two statements, not a join: whoever had to wait for the lock has to see what the engine wrote meanwhile. */
    private static final String LOCK_WITH_TOKENS = """
            SELECT * FROM task WHERE id=? FOR UPDATE;
            SELECT e.* FROM task t JOIN act_ru_execution e ON e.proc_inst_id_ = t.process_instance_id WHERE t.id=?""";

    private static final String RECORD = """
            INSERT INTO task_record (task_id, name, number, actor, happened_at, document)
            VALUES (?,?,1 + (%s),?,?,?)""".formatted(TaskRecords.LAST);

    /** Leaves word for those who wait for the task, in its own transaction: no crash can lose it. */
    private static final String WAKE_UP = """
            INSERT INTO dependency_wakeup (blocker_id)
            SELECT ? WHERE EXISTS (SELECT 1 FROM task_dependency WHERE blocker_id=?)""";

    private final JdbcClient jdbc;
    private final JdbcTemplate template;
    private final FastPath fastPath;

    Ledger(JdbcClient jdbc, JdbcTemplate template, FastPath fastPath) {
        this.jdbc = jdbc;
        this.template = template;
        this.fastPath = fastPath;
    }

    public Optional<Task> find(String id) {
        return jdbc.sql("SELECT * FROM task WHERE id=?")
                .param(id)
                .query(Ledger::task)
                .optional();
    }

    /** The first thing in every move: whoever comes second waits here. */
    public Optional<Task> lock(String id) {
        return jdbc.sql("SELECT * FROM task WHERE id=? FOR UPDATE")
                .param(id)
                .query(Ledger::task)
                .optional();
    }

    /** The same, and what the engine will ask for comes along where that saves a trip. */
    public Optional<Task> lockToMove(String id) {
        return fastPath.on() ? template.execute(LOCK_WITH_TOKENS, lockingWithTokens(id)) : lock(id);
    }

    private static PreparedStatementCallback<Optional<Task>> lockingWithTokens(String id) {
        return (PreparedStatement both) -> {
            both.setString(1, id);
            both.setString(2, id);
            both.execute();
            ResultSet tasks = both.getResultSet();
            if (!tasks.next()) {
                return Optional.empty();
            }
            Task task = task(tasks, 0);
            both.getMoreResults();
            ResultSet tokens = both.getResultSet();
            while (tokens.next()) {
                task.tokens.add(ExecutionRow.read(tokens));
            }
            return Optional.of(task);
        };
    }

    /** Whatever finds one task with its tokens, each in a row of its own, and tells whether it is dependent. */
    public Optional<Task> findWithTokens(String sql, Object... values) {
        return template.query(
                sql,
                rows -> {
                    Task task = null;
                    while (rows.next()) {
                        task = task == null ? task(rows, 0) : task;
                        task.dependent = rows.getBoolean("dependent");
                        task.tokens.add(ExecutionRow.read(rows));
                    }
                    return Optional.ofNullable(task);
                },
                values);
    }

    public Optional<Task> lockInstance(String processInstanceId) {
        return jdbc.sql("SELECT * FROM task WHERE process_instance_id=? FOR UPDATE")
                .param(processInstanceId)
                .query(Ledger::task)
                .optional();
    }

    public Optional<Task> findInstance(String processInstanceId) {
        return jdbc.sql("SELECT * FROM task WHERE process_instance_id=?")
                .param(processInstanceId)
                .query(Ledger::task)
                .optional();
    }

    public List<HistoryEntry> history(String id) {
        return jdbc.sql("SELECT * FROM task_transition WHERE task_id=? ORDER BY step")
                .param(id)
                .query(Ledger::step)
                .list();
    }

    /** Task, history and records, in this order. */
    public void write(SqlWrites to, Task task, boolean isNew, List<HistoryEntry> steps, List<TaskRecord> records) {
        to.add(isNew ? new SqlWrite(INSERT, born(task)) : new SqlWrite(UPDATE, changed(task)));
        steps.forEach(step -> to.add(new SqlWrite(STEP, values(task.id, step))));
        records.forEach(record -> to.add(new SqlWrite(RECORD, values(task.id, record))));
        if (task.satisfied && steps.stream().anyMatch(step -> !step.isEdit())) {
            to.add(new SqlWrite(WAKE_UP, List.of(task.id, task.id)));
        }
    }

    /** What to say when the id of a new task was taken; nothing if that is not what went wrong. */
    public static Optional<Refusal> idTaken(Throwable failure) {
        return ConstraintViolation.in(failure)
                .filter(rule -> "task_pkey".equals(rule.constraint()))
                .map(rule -> idTaken(rule.value()));
    }

    public static Refusal idTaken(String id) {
        return new Refusal(Refusal.Reason.CONFLICT, "id", "There is a task with the id '" + id + "' already");
    }

    /** Writes what changed beside the state; the database itself keeps updated_at. */
    public void update(Task task) {
        update(task, List.of());
    }

    /** The same, with entries for the task's growing lists. */
    public void update(Task task, List<TaskRecord> records) {
        write(this::now, task, false, List.of(), records);
    }

    /** Entries alone: nothing else of the task is written, however large it is. */
    public void append(String taskId, List<TaskRecord> records) {
        records.forEach(record -> now(new SqlWrite(RECORD, values(taskId, record))));
    }

    /** For changes that no flush of the engine follows. */
    public void now(SqlWrite write) {
        template.update(write.sql(), write.values().toArray());
    }

    private static List<Object> changed(Task task) {
        List<Object> values = state(task);
        values.add(task.id);
        return values;
    }

    private static List<Object> born(Task task) {
        List<Object> values = changed(task);
        values.add(task.lifecycle);
        values.add(task.processInstanceId);
        values.add(task.createdBy);
        values.add(time(task.createdAt));
        return values;
    }

    private static List<Object> state(Task task) {
        List<Object> values = new ArrayList<>();
        values.add(task.version);
        values.add(task.definitionId);
        values.add(text(task.waitId));
        values.add(task.state);
        values.add(task.terminal);
        values.add(task.title);
        values.add(task.priority);
        values.add(text(task.assignee));
        values.add(task.attempts);
        values.add(task.maxAttempts);
        values.add(task.leaseEpoch);
        values.add(timeOrNull(task.leaseExpiresAt));
        values.add(timeOrNull(task.timerDueAt));
        values.add(task.moves);
        values.add(Json.text(task.data));
        values.add(time(task.updatedAt));
        values.add(time(task.stateEnteredAt));
        values.add(timeOrNull(task.endedAt));
        values.add(task.abandoned);
        values.add(task.removed);
        values.add(task.satisfied);
        values.add(String.join(" ", task.flags));
        return values;
    }

    private static List<Object> values(String taskId, HistoryEntry step) {
        List<Object> values = new ArrayList<>();
        values.add(taskId);
        values.add(step.number());
        values.add(text(step.from()));
        values.add(step.to());
        values.add(text(step.trigger()));
        values.add(step.kind());
        values.add(step.actor());
        values.add(text(step.onBehalfOf()));
        values.add(time(step.at()));
        values.add(Json.text(step.payload()));
        values.add(Json.text(step.path()));
        values.add(text(step.eventId()));
        return values;
    }

    private static List<Object> values(String taskId, TaskRecord record) {
        return List.of(
                taskId,
                record.name(),
                taskId,
                record.name(),
                record.by(),
                time(record.at()),
                Json.text(record.document()));
    }

    static Task task(ResultSet row, int index) throws SQLException {
        Task task = new Task(row.getString("id"), row.getString("lifecycle"));
        task.seq = row.getLong("seq");
        task.version = row.getInt("version");
        task.definitionId = row.getString("definition_id");
        task.processInstanceId = row.getString("process_instance_id");
        task.waitId = row.getString("wait_id");
        task.state = row.getString("state");
        task.terminal = row.getBoolean("terminal");
        task.title = row.getString("title");
        task.priority = row.getInt("priority");
        task.assignee = row.getString("assignee");
        task.attempts = row.getInt("attempts");
        task.maxAttempts = row.getInt("max_attempts");
        task.leaseEpoch = row.getInt("lease_epoch");
        task.leaseExpiresAt = time(row, "lease_expires_at");
        task.timerDueAt = time(row, "timer_due_at");
        task.moves = row.getInt("moves");
        task.data = Json.object(row.getString("data"));
        task.createdBy = row.getString("created_by");
        task.createdAt = time(row, "created_at");
        task.updatedAt = time(row, "updated_at");
        task.stateEnteredAt = time(row, "state_entered_at");
        task.endedAt = time(row, "ended_at");
        task.abandoned = row.getBoolean("abandoned");
        task.removed = row.getBoolean("removed");
        task.satisfied = row.getBoolean("satisfied");
        String flags = row.getString("flags");
        if (!flags.isEmpty()) {
            task.flags.addAll(List.of(flags.split(" ")));
        }
        return task;
    }

    private static HistoryEntry step(ResultSet row, int index) throws SQLException {
        return new HistoryEntry(
                row.getInt("step"),
                row.getString("from_state"),
                row.getString("to_state"),
                row.getString("trigger_name"),
                row.getString("kind"),
                row.getString("actor"),
                row.getString("on_behalf_of"),
                time(row, "happened_at"),
                Json.read(row.getString("payload")),
                Json.strings(row.getString("path")),
                row.getString("event_id"));
    }

    static Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** A null has to say its type: the driver would ask the server for it, once for each. */
    private static Object text(String value) {
        return value == null ? new SqlParameterValue(Types.VARCHAR, null) : value;
    }

    private static Object timeOrNull(Instant value) {
        return value == null ? new SqlParameterValue(Types.TIMESTAMP_WITH_TIMEZONE, null) : time(value);
    }

    public static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
