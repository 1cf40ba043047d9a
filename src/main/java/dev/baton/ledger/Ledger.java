package dev.baton.ledger;

import dev.baton.core.Refusal;
import dev.baton.database.ConstraintViolation;
import dev.baton.database.FastPath;
import dev.baton.database.IndexPlans;
import dev.baton.database.SqlWrite;
import dev.baton.database.SqlWrites;
import dev.baton.database.TimeColumns;
import dev.baton.engine.token.ExecutionRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds, locks and writes tasks with their history entries and records. */
@Component
public class Ledger {

    /**
     * Two statements instead of a join: after waiting for the row lock, the second one sees what the engine has committed
     * in the meantime.
     */
    private static final String LOCK_WITH_EXECUTIONS =
            IndexPlans.before("""
            SELECT * FROM task WHERE id=? FOR UPDATE;
            SELECT %s, EXISTS (SELECT 1 FROM task_dependency d WHERE d.task_id = t.id) AS dependent
            FROM task t %s WHERE t.id=?""".formatted(ExecutionRow.columns(), ExecutionRow.join("t.process_instance_id")));

    /** More than a diagram has states with timers in a row. */
    private static final int NEWEST_ENTRIES = 500;

    private final JdbcClient jdbc;
    private final JdbcTemplate template;
    private final FastPath fastPath;
    private final ApplicationEventPublisher events;
    private final Clock clock;

    Ledger(JdbcClient jdbc, JdbcTemplate template, FastPath fastPath, ApplicationEventPublisher events, Clock clock) {
        this.jdbc = jdbc;
        this.template = template;
        this.fastPath = fastPath;
        this.events = events;
        this.clock = clock;
    }

    public Optional<Task> find(String id) {
        return select("id=?", id);
    }

    /** Takes the row lock. Every move does this first, so that moves of one task run one after the other. */
    public Optional<Task> lock(String id) {
        return select("id=? FOR UPDATE", id);
    }

    /** Like {@link #lock}; on the fast path it also reads the executions that the engine needs, to save a round trip. */
    public Optional<Task> lockWithExecutions(String id) {
        return fastPath.savesRoundTrips()
                ? template.execute(LOCK_WITH_EXECUTIONS, readTaskAndExecutions(id))
                : lock(id);
    }

    private static PreparedStatementCallback<Optional<Task>> readTaskAndExecutions(String id) {
        return (PreparedStatement statement) -> {
            statement.setString(1, id);
            statement.setString(2, id);
            IndexPlans.execute(statement);
            ResultSet tasks = statement.getResultSet();
            if (!tasks.next()) {
                return Optional.empty();
            }
            Task task = TaskRows.task(tasks, 0);
            statement.getMoreResults();
            ResultSet executions = statement.getResultSet();
            while (executions.next()) {
                task.dependent = executions.getBoolean("dependent");
                task.executions.add(ExecutionRow.read(executions));
            }
            return Optional.of(task);
        };
    }

    /** @param sql selects one task joined with its executions, one row each, and a column {@code dependent} */
    public Optional<Task> findWithExecutions(String sql, Object... values) {
        return template.execute(IndexPlans.before(sql), (PreparedStatement statement) -> {
            new ArgumentPreparedStatementSetter(values).setValues(statement);
            IndexPlans.execute(statement);
            ResultSet rows = statement.getResultSet();
            Task task = null;
            while (rows.next()) {
                task = task == null ? TaskRows.task(rows, 0) : task;
                task.dependent = rows.getBoolean("dependent");
                task.executions.add(ExecutionRow.read(rows));
            }
            return Optional.ofNullable(task);
        });
    }

    public Optional<Task> lockInstance(String processInstanceId) {
        return select("process_instance_id=? FOR UPDATE", processInstanceId);
    }

    public Optional<Task> findInstance(String processInstanceId) {
        return select("process_instance_id=?", processInstanceId);
    }

    private Optional<Task> select(String condition, String id) {
        return jdbc.sql("SELECT * FROM task WHERE " + condition)
                .param(id)
                .query(TaskRows::task)
                .optional();
    }

    public List<HistoryEntry> history(String id) {
        return jdbc.sql("SELECT * FROM task_transition WHERE task_id=? ORDER BY step")
                .param(id)
                .query(TaskRows::entry)
                .list();
    }

    /** Adds the statements for task, history entries, records and events, in this order. */
    public void write(SqlWrites to, Task task, boolean isNew, List<HistoryEntry> entries, List<TaskRecord> records) {
        to.add(isNew ? TaskWrites.insert(task) : TaskWrites.update(task));
        entries.forEach(entry -> to.add(TaskWrites.insert(task.id, entry)));
        records.forEach(record -> to.add(TaskWrites.insert(task.id, record)));
        TaskWrites.searched(task, isNew).forEach(to::add);
        TaskWrites.counted(task).forEach(to::add);
        if (task.satisfied && entries.stream().anyMatch(entry -> !entry.isEdit())) {
            to.add(TaskWrites.wakeUpDependents(task.id));
        }
        writeEvents(to, EventWrites.of(task, entries, records, clock.instant()));
    }

    /** Whether the history has an entry with this trigger since the task entered its state. */
    public boolean hasEntryInState(Task task, String trigger) {
        return jdbc.sql("""
                        SELECT EXISTS (SELECT 1 FROM task_transition WHERE task_id = ? AND kind = 'within'
                          AND trigger_name = ? AND happened_at >= ?)""")
                .params(task.id, trigger, TimeColumns.value(task.stateEnteredAt))
                .query(Boolean.class)
                .single();
    }

    /** Whether the end of the history shows only what timers have done since the task passed that element. */
    public boolean onlyTimersSince(Task task, String element) {
        return jdbc
                .sql("SELECT * FROM task_transition WHERE task_id = ? ORDER BY step DESC LIMIT " + NEWEST_ENTRIES)
                .params(task.id)
                .query(TaskRows::entry)
                .list()
                .stream()
                .takeWhile(HistoryEntry::isByTimer)
                .anyMatch(entry -> entry.path().contains(element));
    }

    /** The refusal for a new task whose id exists already; empty if the failure has another cause. */
    public static Optional<Refusal> idTaken(Throwable failure) {
        return ConstraintViolation.in(failure)
                .filter(violation -> "task_pkey".equals(violation.constraint()))
                .map(violation -> idTaken(violation.value()));
    }

    public static Refusal idTaken(String id) {
        return new Refusal(Refusal.Reason.CONFLICT, "id", "There is a task with the id '" + id + "' already");
    }

    /** Writes changes that need no history entry; a trigger maintains updated_at. */
    public void update(Task task) {
        update(task, List.of());
    }

    public void update(Task task, List<TaskRecord> records) {
        write(this::execute, task, false, List.of(), records);
    }

    /** Appends records without writing the task's row. */
    public void append(Task task, List<TaskRecord> records) {
        records.forEach(record -> execute(TaskWrites.insert(task.id, record)));
        writeEvents(this::execute, EventWrites.ofRecords(task, records));
    }

    void writeEvents(SqlWrites to, List<EventRow> rows) {
        if (!rows.isEmpty()) {
            EventWrites.insert(rows).forEach(to::add);
            events.publishEvent(new EventsWritten());
        }
    }

    /** Executes a write at once, for changes that do not wait for the engine's flush. */
    public void execute(SqlWrite write) {
        template.update(write.sql(), write.values().toArray());
    }
}
