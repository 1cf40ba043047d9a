package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import java.util.UUID;

/**
 * Requests for approval. The task's data hold the newest one as {@code approval}; every opening and every outcome is
 * an entry of the list {@code approvals}, so that approved, denied, expired and withdrawn stay what they were.
 */
final class Requests {

    static final String NAME = "approval";
    static final String OPEN = "open";
    static final String APPROVED = "approved";
    static final String DENIED = "denied";
    static final String EXPIRED = "expired";
    static final String WITHDRAWN = "withdrawn";

    private static final String LIST = "approvals";

    private Requests() {}

    static ObjectNode newest(Task task) {
        return task.data().get(NAME) instanceof ObjectNode request ? request : Json.object();
    }

    static boolean isOpen(Task task) {
        return OPEN.equals(newest(task).path("outcome").textValue());
    }

    /** @param what the reason, the risk, the cause, and who asks */
    static ObjectNode open(Move move, ObjectNode what, String from, int level) {
        ObjectNode request =
                Json.object().put("id", UUID.randomUUID().toString()).put("outcome", OPEN);
        request.setAll(what);
        request.put("requestedAt", move.now().toString());
        request.put("from", from);
        request.put("level", level);
        keep(move, request);
        return request;
    }

    /** @param to where the task goes on; null to leave that to the diagram */
    static ObjectNode close(Move move, String outcome, String by, JsonNode note, String to) {
        ObjectNode request = newest(move.task());
        request.put("outcome", outcome);
        request.put("decidedBy", by);
        request.put("decidedAt", move.now().toString());
        request.set("decisionNote", note.isMissingNode() ? Json.node(null) : note);
        request.put("to", to);
        keep(move, request);
        return request;
    }

    /** Whatever takes a task away from those who were to decide leaves nothing to decide. */
    static void withdrawIfOpen(Move move) {
        if (isOpen(move.task())) {
            close(move, WITHDRAWN, move.actor().id(), move.payload().path("reason"), null);
        }
    }

    private static void keep(Move move, ObjectNode request) {
        move.task().data().set(NAME, request);
        move.record(LIST, request.deepCopy());
    }
}
