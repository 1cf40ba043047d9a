package dev.baton.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import org.springframework.stereotype.Component;

/** The deliverable goes to review with its author's name and what the work has cost, whatever the caller says about them. */
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
        costs.settle(move.task());
    }
}
