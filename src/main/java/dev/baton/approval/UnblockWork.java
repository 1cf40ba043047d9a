package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Assignees;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import org.springframework.stereotype.Component;

/** Lifts a block and resets the count of failed runs and, with a clarification, of review cycles. */
@Component
class UnblockWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode clarification = move.payload().path("clarification");
        ObjectNode block = Blocks.newest(task);
        block.put("liftedBy", move.actor().id());
        block.put("liftedAt", move.now().toString());
        block.put("to", move.to());
        task.data().set(Blocks.NAME, block);
        Assignees.change(task, move.payload().path("assigneeIds"));
        Costs.resetFailures(task);
        Blocks.clarify(move, clarification);
        if (clarification.isTextual()) {
            Comments.add(move, "clarification", clarification);
        }
    }
}
