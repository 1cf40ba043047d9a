package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Move;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Snapshots of a task's context. Records are only appended and never change, so a snapshot stores their number
 * instead of a copy.
 */
@Service
public class Snapshots {

    private final TaskRecords records;

    Snapshots(TaskRecords records) {
        this.records = records;
    }

    void take(Move move) {
        ObjectNode lengths = Json.object();
        TaskContext.RECORDS.stream()
                .sorted()
                .forEach(name -> lengths.put(
                        name, move.isNew() ? 0 : records.count(move.task().id(), name) + move.recorded(name)));
        ObjectNode snapshot = Json.object();
        snapshot.put("event", move.trigger());
        snapshot.put("eventId", move.eventId());
        snapshot.put("state", move.task().state());
        snapshot.set("context", move.task().data().deepCopy());
        snapshot.set("lengths", lengths);
        move.record(TaskContext.SNAPSHOTS, snapshot);
    }

    /** The snapshot with all messages and actions up to the time it was taken. */
    public Optional<ObjectNode> find(String taskId, int number) {
        return records.list(taskId, TaskContext.SNAPSHOTS, number - 1, 1).stream()
                .filter(record -> record.number() == number)
                .findFirst()
                .map(record -> withRecords(taskId, record));
    }

    private ObjectNode withRecords(String taskId, TaskRecord record) {
        ObjectNode snapshot = TaskRecords.view(record);
        ObjectNode lengths = (ObjectNode) snapshot.remove("lengths");
        ObjectNode context = (ObjectNode) snapshot.get("context");
        lengths.fields().forEachRemaining(length -> {
            ArrayNode list = context.putArray(length.getKey());
            int end = length.getValue().asInt();
            if (end > 0) {
                records.list(taskId, length.getKey(), 0, end).forEach(entry -> list.add(TaskRecords.view(entry)));
            }
        });
        return snapshot;
    }
}
