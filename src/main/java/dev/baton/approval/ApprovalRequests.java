package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import java.util.UUID;

/**
 * Requests for approval. {@code approval} in the task's data is the newest one; each opening and each outcome is also
 * appended to the records {@code approvals}, which are never overwritten.
 */
final class ApprovalRequests {

    static final String NAME = "approval";
    static final String OPEN = "open";
    static final String APPROVED = "approved";
    static final String DENIED = "denied";
    static final String EXPIRED = "expired";
    static final String WITHDRAWN = "withdrawn";

    private static final String RECORDS = "approvals";

    private ApprovalRequests() {}

    static ObjectNode newest(Task task) {
        return task.data().get(NAME) instanceof ObjectNode request ? request : Json.object();
    }

    static boolean isOpen(Task task) {
        return OPEN.equals(newest(task).path("outcome").textValue());
    }

    /** @param details the reason, the risk, the cause and the requester */
    static ObjectNode open(Move move, ObjectNode details, String from, int level) {
        ObjectNode request = create(move, details, from, level);
        save(move, request);
        return request;
    }

    /** An approval that nobody had to request. */
    static ObjectNode approveAtOnce(Move move, ObjectNode details, JsonNode note) {
        move.task().data().set(NAME, create(move, details, move.task().state(), 0));
        return close(move, APPROVED, move.actor().id(), note, null);
    }

    private static ObjectNode create(Move move, ObjectNode details, String from, int level) {
        ObjectNode request =
                Json.object().put("id", UUID.randomUUID().toString()).put("outcome", OPEN);
        request.setAll(details);
        request.put("requestedAt", move.now().toString());
        request.put("from", from);
        return request.put("level", level);
    }

    /** @param to the state that the task moves to; null if the diagram decides */
    static ObjectNode close(Move move, String outcome, String by, JsonNode note, String to) {
        ObjectNode request = newest(move.task());
        request.put("outcome", outcome);
        request.put("decidedBy", by);
        request.put("decidedAt", move.now().toString());
        request.set("decisionNote", note.isMissingNode() ? Json.node(null) : note);
        request.put("to", to);
        save(move, request);
        return request;
    }

    /** Called by moves that leave the approval state without a decision, such as block and cancel. */
    static void withdrawIfOpen(Move move) {
        if (isOpen(move.task())) {
            close(move, WITHDRAWN, move.actor().id(), move.payload().path("reason"), null);
        }
    }

    private static void save(Move move, ObjectNode request) {
        move.task().data().set(NAME, request);
        move.record(RECORDS, request.deepCopy());
    }
}
