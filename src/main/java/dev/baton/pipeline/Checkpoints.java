package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Tasks;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;

/** The view of a run's checkpoint: its progress and everything needed to resume it. */
@Service
public class Checkpoints {

    private final Tasks tasks;
    private final TaskRecords records;

    Checkpoints(Tasks tasks, TaskRecords records) {
        this.tasks = tasks;
        this.records = records;
    }

    /** @throws CheckpointNotFound if the task is not a pipeline run */
    public JsonNode of(String id) {
        Task task = tasks.get(id);
        Checkpoint checkpoint = Checkpoint.find(task).orElseThrow(() -> new CheckpointNotFound(id));
        ObjectNode view = Json.object().put("task_id", id);
        view.setAll(Summaries.progress(checkpoint, task.state(), task.updatedAt()));
        checkpoint.node().properties().forEach(field -> view.set(field.getKey(), field.getValue()));
        view.remove(List.of("carried"));
        if (checkpoint.node().has("phases")) {
            view.set("phases", phases(id, checkpoint));
        }
        view.set("clarifications", clarifications(task));
        view.set("resumed_from", task.data().get(Resumption.FROM));
        view.set("resumed_by", task.data().get(Resumption.BY));
        return view;
    }

    private ArrayNode phases(String id, Checkpoint checkpoint) {
        Map<String, JsonNode> outputs = PhaseOutputs.newest(records, id);
        ArrayNode phases = checkpoint.node().get("phases").deepCopy();
        for (int i = 0; i < phases.size(); i++) {
            ObjectNode phase = (ObjectNode) phases.get(i);
            int order = Integer.compare(i, checkpoint.phases().done());
            phase.put("status", order < 0 ? "done" : order == 0 ? "current" : "waiting");
            phase.set("output", outputs.get(phase.get("name").textValue()));
        }
        return phases;
    }

    /** The clarifications of this run and of the runs that it continues. */
    private ArrayNode clarifications(Task task) {
        ArrayNode all = Json.object().putArray("all");
        JsonNode earlier = task.data().get(Resumption.FROM);
        if (earlier != null) {
            tasks.find(earlier.textValue()).ifPresent(t -> all.addAll(clarifications(t)));
        }
        records.all(task.id(), "clarifications").forEach(record -> all.add(TaskRecords.view(record)));
        return all;
    }
}
