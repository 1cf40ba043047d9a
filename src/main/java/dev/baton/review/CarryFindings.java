package dev.baton.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.Move;
import dev.baton.task.MoveDelegate;
import dev.baton.task.Record;
import dev.baton.task.Records;
import dev.baton.task.Task;
import org.springframework.stereotype.Component;

/** Gives the worker everything that the reviewers of this round found, and who found it. */
@Component
class CarryFindings implements MoveDelegate {

    private final Records records;

    CarryFindings(Records records) {
        this.records = records;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
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
