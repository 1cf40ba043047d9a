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
 * The whole context of a task at one moment. Lists only grow and their entries never change, so a snapshot notes how
 * far each went instead of copying it.
 */
@Service
public class Snapshots {

    private final TaskRecords records;

    Snapshots(TaskRecords records) {
        this.records = records;
    }

    void take(Move move) {
        ObjectNode lengths = Json.object();
        TaskContext.LISTS.stream()
                .sorted()
                .forEach(list -> lengths.put(
                        list, move.isNew() ? 0 : records.count(move.task().id(), list) + move.recorded(list)));
        ObjectNode snapshot = Json.object();
        snapshot.put("event", move.trigger());
        snapshot.put("eventId", move.eventId());
        snapshot.put("state", move.task().state());
        snapshot.set("context", move.task().data().deepCopy());
        snapshot.set("lengths", lengths);
        move.record(TaskContext.SNAPSHOTS, snapshot);
    }

    /** With every message and action up to then. */
    public Optional<ObjectNode> whole(String taskId, int number) {
        return records.list(taskId, TaskContext.SNAPSHOTS, number - 1, 1).stream()
                .filter(record -> record.number() == number)
                .findFirst()
                .map(record -> whole(taskId, record));
    }

    private ObjectNode whole(String taskId, TaskRecord record) {
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
