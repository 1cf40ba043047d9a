package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Writes the completion record of accepted work: by whom, when, why, and by which approval. */
@Component
class CompleteWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode note = move.payload().path("decisionNote");
        ObjectNode request =
                move.payload().has("decision") ? ApprovalRequests.newest(task) : recordReviewApproval(move, note);
        task.data()
                .set(
                        "completionRecord",
                        Json.object()
                                .put("approvalId", request.path("id").asText())
                                .put("approvedBy", move.actor().id())
                                .put("approvedAt", move.now().toString())
                                .set("decisionNote", note));
    }

    /** A review without an approval request: the approval itself is the one record. */
    private static ObjectNode recordReviewApproval(Move move, JsonNode note) {
        JsonNode deliverable = move.task().data().path("deliverable");
        ObjectNode details =
                Json.object().put("reason", "Review of the deliverable").put("cause", "review");
        details.set("requestedBy", deliverable.path("author"));
        Comments.add(move, ApprovalRequests.APPROVED, note);
        return ApprovalRequests.approveAtOnce(move, details, note);
    }
}
