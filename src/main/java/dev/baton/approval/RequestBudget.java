package dev.baton.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import org.springframework.stereotype.Component;

/** Opens a request for more budget, in the name of the system, for a task that has cost more than it may. */
@Component
class RequestBudget implements MoveDelegate {

    private final Costs costs;

    RequestBudget(Costs costs) {
        this.costs = costs;
    }

    @Override
    public void execute(Move move) {
        ObjectNode details = Json.object()
                .put("reason", costs.of(move.task()).overrun())
                .put("risk", "RED")
                .put("cause", "budget")
                .put("requestedBy", "system");
        ApprovalRequests.open(move, details, move.task().state(), 0);
        Comments.add(move, "approval-requested", details.get("reason"));
    }
}
