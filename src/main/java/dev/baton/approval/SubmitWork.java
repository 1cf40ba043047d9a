package dev.baton.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import org.springframework.stereotype.Component;

/** Stores the deliverable with its author and the cost of the work; both come from the server, not from the caller. */
@Component
class SubmitWork implements MoveDelegate {

    private final Costs costs;

    SubmitWork(Costs costs) {
        this.costs = costs;
    }

    @Override
    public void execute(Move move) {
        ObjectNode deliverable = move.payload().path("deliverable").deepCopy();
        deliverable.put("author", move.actor().id());
        deliverable.put("submittedAt", move.now().toString());
        move.task().data().set("deliverable", deliverable);
        costs.writeSummary(move.task());
    }
}
