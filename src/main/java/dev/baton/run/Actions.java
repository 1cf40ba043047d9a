package dev.baton.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Grants;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.lifecycle.State;
import dev.baton.move.SystemMoves;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Service;

/** Checks whether an agent may perform a risky action, and requests an approval if it needs one. */
@Service
public class Actions {

    /** The records of approvals, which the lifecycle's delegates write. */
    private static final String APPROVALS = "approvals";

    private static final String RECORDS = "actions";

    /**
     * @param approvalId the request that was opened for the action, or that allowed it; null if none was needed
     * @param outcome of that request: open, approved, denied, withdrawn or expired; {@code used} or {@code ended} if it
     *     was approved and the approval is no longer there; null if none was needed
     */
    public record ActionAnswer(
            boolean allowed,
            String state,
            @Nullable String approvalId,
            @Nullable String outcome) {}

    private final ActionTable table;
    private final ReportedTasks reportedTasks;
    private final SystemMoves systemMoves;
    private final Ledger ledger;
    private final TaskRecords records;
    private final Lifecycles lifecycles;
    private final TransactionRunner transactions;
    private final Clock clock;

    Actions(
            ActionTable table,
            ReportedTasks reportedTasks,
            SystemMoves systemMoves,
            Ledger ledger,
            TaskRecords records,
            Lifecycles lifecycles,
            TransactionRunner transactions,
            Clock clock) {
        this.table = table;
        this.reportedTasks = reportedTasks;
        this.systemMoves = systemMoves;
        this.ledger = ledger;
        this.records = records;
        this.lifecycles = lifecycles;
        this.transactions = transactions;
        this.clock = clock;
    }

    public ActionAnswer ask(String id, String action, String risk, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = reportedTasks.lock(id, actor);
            if (!agentWorksOn(task)) {
                throw new Refusal(
                        Reason.CONFLICT,
                        "state",
                        "Task " + task.id() + " is in '" + task.state() + "', where no agent is at work on it");
            }
            if (!table.needsApproval(task, action, risk, actor)) {
                record(task, action, risk, true, null, actor);
                return new ActionAnswer(true, task.state(), null, null);
            }
            Optional<JsonNode> grant = Grants.use(task, action, risk);
            if (grant.isPresent()) {
                return allow(task, grant.get(), actor);
            }
            record(task, action, risk, false, null, actor);
            systemMoves.move(task, table.trigger(task), request(action, risk, actor), actor);
            String approvalId = task.data().path("approval").path("id").asText();
            return new ActionAnswer(false, task.state(), approvalId, "open");
        });
    }

    /** The same question again, by the id of the request that it led to. It opens no other request. */
    public ActionAnswer ask(String id, String approvalId, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = reportedTasks.lock(id, actor);
            String outcome = outcome(task, approvalId);
            if (!outcome.equals("approved") || !agentWorksOn(task)) {
                return new ActionAnswer(false, task.state(), approvalId, outcome);
            }
            return Grants.use(task, approvalId)
                    .map(grant -> allow(task, grant, actor))
                    .orElseGet(() -> new ActionAnswer(false, task.state(), approvalId, afterwards(task, approvalId)));
        });
    }

    private String outcome(Task task, String approvalId) {
        return records.all(task.id(), APPROVALS).stream()
                .map(TaskRecord::document)
                .filter(request -> request.has("action") && Grants.isOf(request, approvalId, "id"))
                .reduce((earlier, later) -> later)
                .map(request -> request.path("outcome").asText())
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "approvalId",
                        "Task " + task.id() + ": no action was asked for under '" + approvalId + "'"));
    }

    private String afterwards(Task task, String approvalId) {
        return records.all(task.id(), RECORDS).stream()
                        .map(TaskRecord::document)
                        .anyMatch(asked ->
                                asked.path("allowed").asBoolean() && Grants.isOf(asked, approvalId, "approvalId"))
                ? "used"
                : "ended";
    }

    private ActionAnswer allow(Task task, JsonNode grant, Actor actor) {
        record(task, grant.path("action").asText(), grant.path("risk").asText(), true, grant, actor);
        return new ActionAnswer(true, task.state(), grant.path("approvalId").asText(), "approved");
    }

    private void record(Task task, String action, String risk, boolean allowed, JsonNode grant, Actor actor) {
        ObjectNode document =
                Json.object().put("action", action).put("risk", risk).put("allowed", allowed);
        document.set("approvalId", grant == null ? Json.node(null) : grant.path("approvalId"));
        if (grant != null && grant.has("first")) {
            document.set("first", grant.get("first"));
        }
        ledger.update(task, List.of(new TaskRecord(RECORDS, 0, clock.instant(), actor.id(), document)));
    }

    private boolean agentWorksOn(Task task) {
        State state = lifecycles.of(task.definitionId()).lifecycle().state(task.state());
        return state.waitsFor() == State.Waits.AGENT && systemMoves.canMove(task, table.trigger(task));
    }

    private static ObjectNode request(String action, String risk, Actor actor) {
        return Json.object()
                .put("reason", risk + " action: " + action)
                .put("risk", risk)
                .put("cause", "action")
                .put("action", action)
                .put("requestedBy", actor.id());
    }
}
