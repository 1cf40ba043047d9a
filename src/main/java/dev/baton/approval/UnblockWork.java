package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Assignees;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.run.Costs;
import org.springframework.stereotype.Component;

/** A person lets blocked work go on; failures and, if clarified, returns count from nothing again. */
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
        Costs.forgetFailures(task);
        Blocks.clarified(move, clarification);
        if (clarification.isTextual()) {
            Comments.add(move, "clarification", clarification);
        }
    }
}
