package dev.baton.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.CurrentMove;
import dev.baton.task.Record;
import dev.baton.task.Records;
import dev.baton.task.Task;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** Gives the worker everything that the reviewers of this round found, and who found it. */
@Component
class CarryFindings implements ExecutionListener {

    private final CurrentMove current;
    private final Records records;

    CarryFindings(CurrentMove current, Records records) {
        this.current = current;
        this.records = records;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Task task = current.of(execution.getProcessInstanceId()).task();
        ArrayNode findings = task.data().putArray("findings");
        for (Record review : records.all(task.id(), RecordReview.LIST)) {
            if (review.document().path(Round.FIELD).asInt() == Round.of(task)) {
                review.document().path("findings").forEach(finding -> findings.add(of(review, finding)));
            }
        }
    }

    private static ObjectNode of(Record review, JsonNode finding) {
        ObjectNode carried = finding.deepCopy();
        return carried.put("reviewer", review.document().path("reviewer").asText());
    }
}
