package dev.baton.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.lifecycle.State;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Service;

/** Checks whether an agent may perform a risky action, and requests an approval if it needs one. */
@Service
public class Actions {

    private static final String GRANTED = "grantedActions";
    private static final Set<String> ABOVE_INTERN = Set.of("specialist", "lead", "human", "admin");

    /** @param approvalId the request that was opened for the action, or that allowed it; null if none was needed */
    public record Answer(boolean allowed, String state, String approvalId) {}

    private final ReportedTasks reportedTasks;
    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final TransactionRunner transactions;
    private final Clock clock;

    Actions(
            ReportedTasks reportedTasks,
            Ledger ledger,
            Lifecycles lifecycles,
            TransactionRunner transactions,
            Clock clock) {
        this.reportedTasks = reportedTasks;
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.transactions = transactions;
        this.clock = clock;
    }

    public Answer ask(String id, String action, String risk, Actor actor) {
        return transactions.inTransaction(false, () -> {
            Task task = reportedTasks.lock(id, actor);
            requireWaitingForAgent(task);
            String approvalId = useGrant(task, action);
            boolean allowed = approvalId != null || !needsApproval(risk, actor);
            ObjectNode document = Json.object()
                    .put("action", action)
                    .put("risk", risk)
                    .put("allowed", allowed)
                    .put("approvalId", approvalId);
            ledger.update(task, List.of(new TaskRecord("actions", 0, clock.instant(), actor.id(), document)));
            if (!allowed) {
                reportedTasks.moveAsSystem(task, ReportedTasks.REQUEST_APPROVAL, request(action, risk, actor), actor);
                approvalId = task.data().path("approval").path("id").asText();
            }
            return new Answer(allowed, task.state(), approvalId);
        });
    }

    private void requireWaitingForAgent(Task task) {
        State state = lifecycles.of(task.definitionId()).lifecycle().state(task.state());
        if (state.waitsFor() != State.Waits.AGENT
                || !reportedTasks.canMoveAsSystem(task, ReportedTasks.REQUEST_APPROVAL)) {
            throw new Refusal(
                    Reason.CONFLICT,
                    "state",
                    "Task " + task.id() + " is in '" + task.state() + "', where no agent is at work on it");
        }
    }

    private static boolean needsApproval(String risk, Actor actor) {
        boolean intern = actor.in("intern") && ABOVE_INTERN.stream().noneMatch(actor::in);
        return risk.equals("RED") || risk.equals("YELLOW") && intern;
    }

    private static ObjectNode request(String action, String risk, Actor actor) {
        return Json.object()
                .put("reason", risk + " action: " + action)
                .put("risk", risk)
                .put("cause", "action")
                .put("action", action)
                .put("requestedBy", actor.id());
    }

    /** Allows the action once. */
    public static void grant(Task task, String action, String approvalId) {
        ArrayNode granted = task.data().withArray(GRANTED);
        granted.add(Json.object().put("action", action).put("approvalId", approvalId));
    }

    private static String useGrant(Task task, String action) {
        JsonNode granted = task.data().path(GRANTED);
        for (int i = 0; i < granted.size(); i++) {
            if (granted.get(i).path("action").asText().equals(action)) {
                return ((ArrayNode) granted).remove(i).path("approvalId").asText();
            }
        }
        return null;
    }
}
