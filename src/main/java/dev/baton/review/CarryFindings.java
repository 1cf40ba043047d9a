package dev.baton.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Copies the findings of this round's reviews, each with its reviewer, into the task's data for the worker. */
@Component
class CarryFindings implements MoveDelegate {

    private final TaskRecords records;

    CarryFindings(TaskRecords records) {
        this.records = records;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        ArrayNode findings = task.data().putArray("findings");
        for (TaskRecord review : records.all(task.id(), RecordReview.RECORDS)) {
            if (review.document().path(Round.FIELD).asInt() == Round.of(task)) {
                review.document().path("findings").forEach(finding -> findings.add(withReviewer(review, finding)));
            }
        }
    }

    private static ObjectNode withReviewer(TaskRecord review, JsonNode finding) {
        ObjectNode copy = finding.deepCopy();
        return copy.put("reviewer", review.document().path("reviewer").asText());
    }
}
