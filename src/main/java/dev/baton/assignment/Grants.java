package dev.baton.assignment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Approved actions of a task, kept in its data. A grant is for one action up to one risk, can be used once, and ends with
 * the assignment in which it was asked for.
 */
public final class Grants {

    static final String FIELD = "grantedActions";

    /** From harmless to dangerous. */
    private static final List<String> RISKS = List.of("GREEN", "YELLOW", "RED");

    private Grants() {}

    /** @param request the approved request, with its action, risk and id, and the first id if it was opened again */
    public static void add(Task task, ObjectNode request) {
        ObjectNode grant = Json.object();
        List.of("action", "risk", "first").forEach(name -> {
            if (request.has(name)) {
                grant.set(name, request.get(name));
            }
        });
        task.data().withArray(FIELD).add(grant.set("approvalId", request.path("id")));
    }

    /** Uses up the grant for an action, if there is one up to that risk. */
    public static Optional<JsonNode> use(Task task, String action, String risk) {
        return use(
                task,
                grant -> grant.path("action").asText().equals(action)
                        && RISKS.indexOf(grant.path("risk").asText("RED")) >= RISKS.indexOf(risk));
    }

    /** Uses up the grant of an approval, if there is one. */
    public static Optional<JsonNode> use(Task task, String approvalId) {
        return use(task, grant -> isOf(grant, approvalId, "approvalId"));
    }

    /** Whether a request or a grant has that id, or had it before it expired and was opened again. */
    public static boolean isOf(JsonNode document, String approvalId, String idField) {
        return approvalId.equals(document.path(idField).textValue())
                || approvalId.equals(document.path("first").textValue());
    }

    private static Optional<JsonNode> use(Task task, Predicate<JsonNode> fits) {
        if (task.data().get(FIELD) instanceof ArrayNode grants) {
            for (int i = 0; i < grants.size(); i++) {
                if (fits.test(grants.get(i))) {
                    return Optional.of(grants.remove(i));
                }
            }
        }
        return Optional.empty();
    }

    static void end(Task task) {
        task.data().remove(FIELD);
    }
}
