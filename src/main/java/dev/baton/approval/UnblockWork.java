package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.assignment.Assignees;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import org.springframework.stereotype.Component;

/** Lifts a block: the diagram reads where to, and a clarification resets the count of review cycles. */
@Component
class UnblockWork implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Task task = move.task();
        JsonNode clarification = move.payload().path("clarification");
        task.data().set(Blocks.NAME, Blocks.newest(task).put("to", move.to()));
        Costs.resetFailures(task); // the state clears it too, but not in diagrams of earlier versions
        Assignees.change(task, move.payload().path("assigneeIds"));
        Blocks.clarify(move, clarification);
        if (clarification.isTextual()) {
            Comments.add(move, "clarification", clarification);
        }
    }
}
