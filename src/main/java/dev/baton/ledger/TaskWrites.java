package dev.baton.ledger;

import dev.baton.database.SqlWrite;
import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.SqlParameterValue;

/** The statements that write tasks, history entries and records. */
final class TaskWrites {

    private static final String UPDATE = """
            UPDATE task SET version=?, definition_id=?, wait_id=?, state=?, terminal=?, title=?, priority=?, assignee=?,
              attempts=?, max_attempts=?, lease_epoch=?, lease_expires_at=?, timer_due_at=?, claimed_at=?, moves=?, updated_at=?,
              state_entered_at=?, ended_at=?, abandoned=?, removed=?, satisfied=?, flags=?, children=?%s
            WHERE id=?""";

    private static final String UPDATE_TASK_AND_DATA = UPDATE.formatted(", data=?");

    /** Leaves the document as it is: a large one is stored apart from the row, and would be written anew. */
    private static final String UPDATE_TASK = UPDATE.formatted("");

    private static final String INSERT_TASK = """
            INSERT INTO task (version, definition_id, wait_id, state, terminal, title, priority, assignee, attempts,
              max_attempts, lease_epoch, lease_expires_at, timer_due_at, claimed_at, moves, updated_at, state_entered_at, ended_at, abandoned,
              removed, satisfied, flags, children, data, id, lifecycle, process_instance_id, created_by, created_at, parent_id, parent_step)
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)""";

    private static final String INSERT_ENTRY = """
            INSERT INTO task_transition (task_id, step, from_state, to_state, trigger_name, kind, actor, on_behalf_of,
              happened_at, payload, path, event_id)
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?)""";

    private static final String INSERT_RECORD = """
            INSERT INTO task_record (task_id, name, number, actor, happened_at, document)
            VALUES (?,?,1 + (%s),?,?,?)""".formatted(TaskRecords.LAST_NUMBER);

    /** Processed by a background job. Written in the blocker's transaction, so that a crash can't lose it. */
    private static final String INSERT_WAKE_UP = """
            INSERT INTO dependency_wakeup (blocker_id)
            SELECT ? WHERE EXISTS (SELECT 1 FROM task_dependency WHERE blocker_id=?)""";

    private static final String INSERT_TEXT = "INSERT INTO task_text (text, task_id) VALUES (?,?)";
    private static final String UPDATE_TEXT = "UPDATE task_text SET text=? WHERE task_id=?";

    private TaskWrites() {}

    static SqlWrite insert(Task task) {
        List<Object> values = values(task);
        task.storedData = Json.text(task.data);
        values.add(task.storedData);
        values.add(task.id);
        values.add(task.lifecycle);
        values.add(task.processInstanceId);
        values.add(task.createdBy);
        values.add(TimeColumns.value(task.createdAt));
        values.add(textOrNull(task.parentId));
        values.add(task.parentStep);
        return new SqlWrite(INSERT_TASK, values);
    }

    static SqlWrite update(Task task) {
        List<Object> values = values(task);
        String data = Json.text(task.data);
        boolean changed = !data.equals(task.storedData);
        if (changed) {
            values.add(data);
            task.storedData = data;
        }
        values.add(task.id);
        return new SqlWrite(changed ? UPDATE_TASK_AND_DATA : UPDATE_TASK, values);
    }

    /** The rows that only searches read: the text, and the assignees of a task that has several. */
    static List<SqlWrite> searched(Task task, boolean isNew) {
        List<SqlWrite> writes = new ArrayList<>();
        if (isNew || task.titleChanged) {
            String text = (task.id + " " + task.title).toLowerCase(Locale.ROOT);
            writes.add(new SqlWrite(isNew ? INSERT_TEXT : UPDATE_TEXT, List.of(text, task.id)));
            task.titleChanged = false;
        }
        if (task.newAssignees != null) {
            if (!isNew) {
                writes.add(new SqlWrite("DELETE FROM task_assignment WHERE task_id=?", List.of(task.id)));
            }
            for (String user : new LinkedHashSet<>(task.newAssignees)) {
                writes.add(new SqlWrite(
                        "INSERT INTO task_assignment (user_id, task_id) VALUES (?,?)", List.of(user, task.id)));
            }
            task.newAssignees = null;
        }
        return writes;
    }

    /** The changes of the counts that have no event. */
    static List<SqlWrite> counted(Task task) {
        List<SqlWrite> writes = new ArrayList<>();
        if (task.newlyAbandoned) {
            writes.add(count(task, false, -1));
            writes.add(count(task, true, 1));
            task.newlyAbandoned = false;
        }
        if (task.newlyRemoved) {
            writes.add(count(task, task.abandoned, -1));
            task.newlyRemoved = false;
        }
        return writes;
    }

    private static SqlWrite count(Task task, boolean abandoned, int change) {
        return new SqlWrite(TaskCounts.INSERT, List.of(task.lifecycle, task.state, abandoned, change));
    }

    static SqlWrite insert(String taskId, HistoryEntry entry) {
        return new SqlWrite(INSERT_ENTRY, values(taskId, entry));
    }

    static SqlWrite insert(String taskId, TaskRecord record) {
        return new SqlWrite(INSERT_RECORD, values(taskId, record));
    }

    static SqlWrite wakeUpDependents(String blockerId) {
        return new SqlWrite(INSERT_WAKE_UP, List.of(blockerId, blockerId));
    }

    private static List<Object> values(Task task) {
        List<Object> values = new ArrayList<>();
        values.add(task.version);
        values.add(task.definitionId);
        values.add(textOrNull(task.waitId));
        values.add(task.state);
        values.add(task.terminal);
        values.add(task.title);
        values.add(task.priority);
        values.add(textOrNull(task.assignee));
        values.add(task.attempts);
        values.add(task.maxAttempts);
        values.add(task.leaseEpoch);
        values.add(timeOrNull(task.leaseExpiresAt));
        values.add(timeOrNull(task.timerDueAt));
        values.add(timeOrNull(task.claimedAt));
        values.add(task.moves);
        values.add(TimeColumns.value(task.updatedAt));
        values.add(TimeColumns.value(task.stateEnteredAt));
        values.add(timeOrNull(task.endedAt));
        values.add(task.abandoned);
        values.add(task.removed);
        values.add(task.satisfied);
        values.add(String.join(" ", task.flags));
        values.add(task.children);
        return values;
    }

    private static List<Object> values(String taskId, HistoryEntry entry) {
        List<Object> values = new ArrayList<>();
        values.add(taskId);
        values.add(entry.number());
        values.add(textOrNull(entry.from()));
        values.add(entry.to());
        values.add(textOrNull(entry.trigger()));
        values.add(entry.kind());
        values.add(entry.actor());
        values.add(textOrNull(entry.onBehalfOf()));
        values.add(TimeColumns.value(entry.at()));
        values.add(Json.text(entry.payload()));
        values.add(Json.text(entry.path()));
        values.add(textOrNull(entry.eventId()));
        return values;
    }

    private static List<Object> values(String taskId, TaskRecord record) {
        return List.of(
                taskId,
                record.name(),
                taskId,
                record.name(),
                record.by(),
                TimeColumns.value(record.at()),
                Json.text(record.document()));
    }

    /** A null needs its SQL type; otherwise the driver asks the server for it, which costs a round trip each. */
    static Object textOrNull(String value) {
        return value == null ? new SqlParameterValue(Types.VARCHAR, null) : value;
    }

    private static Object timeOrNull(Instant value) {
        return value == null ? new SqlParameterValue(Types.TIMESTAMP_WITH_TIMEZONE, null) : TimeColumns.value(value);
    }
}
