package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import java.util.HashMap;
import java.util.Map;

/** The records {@code outputs} of a run: what its phases brought. */
final class PhaseOutputs {

    static final String RECORDS = "outputs";

    private PhaseOutputs() {}

    /** The newest output of each phase, by the phase's name. */
    static Map<String, JsonNode> newest(TaskRecords records, String taskId) {
        Map<String, JsonNode> outputs = new HashMap<>();
        for (TaskRecord record : records.all(taskId, RECORDS)) {
            outputs.put(
                    record.document().get("phase").textValue(),
                    record.document().get("output"));
        }
        return outputs;
    }
}
