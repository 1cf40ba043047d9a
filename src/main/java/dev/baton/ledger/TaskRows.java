package dev.baton.ledger;

import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** Maps rows of the tables to tasks and history entries. */
final class TaskRows {

    private TaskRows() {}

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
        task.leaseExpiresAt = TimeColumns.instant(row, "lease_expires_at");
        task.timerDueAt = TimeColumns.instant(row, "timer_due_at");
        task.claimedAt = TimeColumns.instant(row, "claimed_at");
        task.moves = row.getInt("moves");
        task.storedData = row.getString("data");
        task.data = Json.object(task.storedData);
        task.createdBy = row.getString("created_by");
        task.createdAt = TimeColumns.instant(row, "created_at");
        task.updatedAt = TimeColumns.instant(row, "updated_at");
        task.stateEnteredAt = TimeColumns.instant(row, "state_entered_at");
        task.endedAt = TimeColumns.instant(row, "ended_at");
        task.abandoned = row.getBoolean("abandoned");
        task.removed = row.getBoolean("removed");
        task.satisfied = row.getBoolean("satisfied");
        task.parentId = row.getString("parent_id");
        task.parentStep = row.getInt("parent_step");
        task.children = row.getInt("children");
        String flags = row.getString("flags");
        if (!flags.isEmpty()) {
            task.storedFlags = Set.of(flags.split(" "));
            task.flags.addAll(task.storedFlags);
        }
        return task;
    }

    static HistoryEntry entry(ResultSet row, int index) throws SQLException {
        return new HistoryEntry(
                row.getInt("step"),
                row.getString("from_state"),
                row.getString("to_state"),
                row.getString("trigger_name"),
                row.getString("kind"),
                row.getString("actor"),
                row.getString("on_behalf_of"),
                TimeColumns.instant(row, "happened_at"),
                Json.read(row.getString("payload")),
                Json.strings(row.getString("path")),
                row.getString("event_id"));
    }
}
