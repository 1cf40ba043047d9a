package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.database.SqlWrite;
import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The events of a change, written with it. They name what happened but hold no payloads, texts or data: webhooks carry them
 * to other systems.
 */
final class EventWrites {

    /** The kind of event for the records of a name; other records are part of a transition. */
    private static final Map<String, String> KINDS = Map.of(
            "comments", EventKinds.COMMENT,
            "messages", EventKinds.COMMENT,
            "runs", EventKinds.RUN,
            "approvals", EventKinds.REQUEST,
            "actions", EventKinds.REQUEST,
            "reviews", EventKinds.EDIT,
            "handovers", EventKinds.EDIT);

    /** The fields of those records that the event has; none of them is free text. */
    private static final Map<String, List<String>> FIELDS = Map.of(
            EventKinds.COMMENT, List.of(),
            EventKinds.EDIT, List.of(),
            EventKinds.RUN, List.of("outcome", "costUsd", "tokens"),
            EventKinds.REQUEST, List.of("id", "outcome", "risk", "cause", "allowed"));

    private static final String INSERT = """
            INSERT INTO task_event (kind, task_id, lifecycle, from_state, to_state, trigger_name, actor, happened_at, detail)
            VALUES\s""";

    private static final String ROW = "(?,?,?,?,?,?,?,?,?)";

    private static final int MAX_ROWS = 20;

    private EventWrites() {}

    /** Marks flags and lost leases of the task as written. */
    static List<EventRow> of(Task task, List<HistoryEntry> entries, List<TaskRecord> records, Instant now) {
        List<EventRow> rows = new ArrayList<>(entries.size());
        String lostHolder = task.lostHolder;
        for (HistoryEntry entry : entries) {
            if (lostHolder == null || !entry.kind().equals(HistoryEntry.WITHIN)) {
                rows.add(row(task, entry));
            }
        }
        Instant at = entries.isEmpty() ? now : entries.get(0).at();
        String actor = entries.isEmpty() ? Actor.SYSTEM.id() : entries.get(0).actor();
        if (lostHolder != null) {
            rows.add(row(EventKinds.LEASE_LOST, task, actor, at, Json.object().put("holder", lostHolder)));
            task.lostHolder = null;
        }
        if (!task.flags.equals(task.storedFlags)) {
            String by = entries.isEmpty() && !records.isEmpty() ? records.get(0).by() : actor;
            changes(task.storedFlags, task.flags)
                    .forEach((flag, set) -> rows.add(row(
                            EventKinds.FLAG,
                            task,
                            by,
                            at,
                            Json.object().put("flag", flag).put("set", set))));
            task.storedFlags = Set.copyOf(task.flags);
        }
        ofRecords(task, records).stream()
                .filter(row -> entries.isEmpty() || !row.kind().equals(EventKinds.EDIT)) // the entry is the event
                .forEach(rows::add);
        return rows;
    }

    static List<EventRow> ofRecords(Task task, List<TaskRecord> records) {
        return records.stream()
                .filter(record -> KINDS.containsKey(record.name()))
                .map(record -> row(task, record))
                .toList();
    }

    static EventRow deployment(String lifecycle, int version, String by, Instant at) {
        return new EventRow(
                EventKinds.DEPLOYMENT,
                null,
                lifecycle,
                null,
                null,
                null,
                by,
                at,
                Json.object().put("version", version));
    }

    private static EventRow row(Task task, HistoryEntry entry) {
        String kind =
                entry.isEdit() ? EventKinds.EDIT : entry.from() == null ? EventKinds.CREATED : EventKinds.TRANSITION;
        return new EventRow(
                kind,
                task.id,
                task.lifecycle,
                entry.from(),
                entry.to(),
                entry.trigger(),
                entry.actor(),
                entry.at(),
                null);
    }

    private static EventRow row(Task task, TaskRecord record) {
        String kind = KINDS.get(record.name());
        ObjectNode detail = Json.object();
        for (String field : FIELDS.get(kind)) {
            JsonNode value = record.document().path(field);
            if (value.isValueNode() && !value.isNull()) {
                detail.set(field, value);
            }
        }
        return row(kind, task, record.by(), record.at(), detail.isEmpty() ? null : detail);
    }

    private static EventRow row(String kind, Task task, String actor, Instant at, ObjectNode detail) {
        return new EventRow(kind, task.id, task.lifecycle, task.state, task.state, null, actor, at, detail);
    }

    /** The flags that differ, with whether they are set now. */
    private static Map<String, Boolean> changes(Set<String> before, Set<String> after) {
        Map<String, Boolean> changes = new TreeMap<>();
        new TreeSet<>(before).stream().filter(flag -> !after.contains(flag)).forEach(flag -> changes.put(flag, false));
        after.stream().filter(flag -> !before.contains(flag)).forEach(flag -> changes.put(flag, true));
        return changes;
    }

    /** Few rows with each statement: the number of parameters is limited. */
    static List<SqlWrite> insert(List<EventRow> rows) {
        List<SqlWrite> writes = new ArrayList<>(1);
        for (int i = 0; i < rows.size(); i += MAX_ROWS) {
            writes.add(insertTogether(rows.subList(i, Math.min(i + MAX_ROWS, rows.size()))));
        }
        return writes;
    }

    private static SqlWrite insertTogether(List<EventRow> rows) {
        List<Object> values = new ArrayList<>(9 * rows.size());
        for (EventRow row : rows) {
            values.add(row.kind());
            values.add(TaskWrites.textOrNull(row.task()));
            values.add(row.lifecycle());
            values.add(TaskWrites.textOrNull(row.from()));
            values.add(TaskWrites.textOrNull(row.to()));
            values.add(TaskWrites.textOrNull(row.trigger()));
            values.add(row.actor());
            values.add(TimeColumns.value(row.at()));
            values.add(TaskWrites.textOrNull(row.detail() == null ? null : Json.text(row.detail())));
        }
        return new SqlWrite(INSERT + String.join(",", Collections.nCopies(rows.size(), ROW)), values);
    }
}
