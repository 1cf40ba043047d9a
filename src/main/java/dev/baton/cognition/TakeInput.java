package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Creates the context of a new task from its input. */
@Component
class TakeInput implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Task task = move.task();
        ObjectNode context = TaskContext.initial();
        context.put("inputText", task.title().equals(task.id()) ? "" : task.title());
        context.put("source", move.actor().id());
        task.data().fields().forEachRemaining(field -> {
            if (!field.getValue().isNull()) {
                context.set(field.getKey(), field.getValue());
            }
        });
        context.remove(TaskContext.RECORDS);
        context.remove(TaskContext.SNAPSHOTS);
        task.data().removeAll();
        task.data().setAll(context);
        Conversation.appendMessages(move);
    }
}
