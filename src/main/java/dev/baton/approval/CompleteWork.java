package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** The work is accepted: the completion record says by whom, when, why, and by which approval. */
@Component
class CompleteWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode note = move.payload().path("decisionNote");
        ObjectNode request = move.payload().has("decision") ? Requests.newest(task) : review(move, note);
        task.data()
                .set(
                        "completionRecord",
                        Json.object()
                                .put("approvalId", request.path("id").asText())
                                .put("approvedBy", move.actor().id())
                                .put("approvedAt", move.now().toString())
                                .set("decisionNote", note));
    }

    /** An approval that nobody had to ask for: the submission was the request. */
    private static ObjectNode review(Move move, JsonNode note) {
        JsonNode deliverable = move.task().data().path("deliverable");
        ObjectNode what =
                Json.object().put("reason", "Review of the deliverable").put("cause", "review");
        what.set("requestedBy", deliverable.path("author"));
        Requests.open(move, what, move.task().state(), 0);
        Comments.add(move, Requests.APPROVED, note);
        return Requests.close(move, Requests.APPROVED, move.actor().id(), note, null);
    }
}
