package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Assignees;
import dev.baton.assignment.Grants;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import java.util.List;
import org.springframework.stereotype.Component;

/** Closes an approval request as approved, denied or withdrawn; an approval grants the budget or action requested. */
@Component
class DecideRequest implements MoveDelegate {

    private final Costs costs;

    DecideRequest(Costs costs) {
        this.costs = costs;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode payload = move.payload();
        String decision = payload.path("decision").asText();
        String to = DecisionSound.target(move, decision, ApprovalRequests.newest(task));
        List<String> askedBy = Assignees.of(task);
        Assignees.change(task, payload.path("assigneeIds"));
        if (decision.equals(ApprovalRequests.APPROVED)) {
            grant(task, payload, askedBy);
        }
        String from = ApprovalRequests.newest(task).path("from").asText();
        boolean elsewhere = to == null ? decision.equals(ApprovalRequests.APPROVED) : !to.equals(from);
        if (elsewhere) {
            Blocks.clarify(move, payload.path("decisionNote"));
        }
        ApprovalRequests.close(move, decision, move.actor().id(), payload.path("decisionNote"), to);
        Comments.add(move, decision, payload.path("decisionNote"));
    }

    /** @param askedBy the assignees before the decision: an action is granted to them, not to those who come after */
    private void grant(Task task, JsonNode payload, List<String> askedBy) {
        ObjectNode request = ApprovalRequests.newest(task);
        switch (request.path("cause").asText()) {
            case "budget" -> {
                JsonNode budget = payload.path(Costs.BUDGET);
                request.put(Costs.BUDGET, costs.raiseBudget(task, budget.isNumber() ? budget.decimalValue() : null));
            }
            case "action" -> {
                if (askedBy.equals(Assignees.of(task))) {
                    Grants.add(task, request);
                }
            }
            default -> {}
        }
    }
}
