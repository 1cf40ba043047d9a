package dev.baton.subtask;

import dev.baton.database.SqlWrites;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.message.TaskMessage;
import dev.baton.message.TaskMessages;
import dev.baton.move.Move;
import dev.baton.move.MoveWriteHook;
import org.springframework.stereotype.Component;

/** Tells the parent, in the transaction of a child's last move and behind the messages that the child throws itself. */
@Component
class ChildEnded implements MoveWriteHook {

    @Override
    public void write(Move move, SqlWrites to) {
        Task child = move.task();
        if (child.parentId() != null && child.ended() && move.hasTransitions()) {
            to.add(TaskMessages.insert(new TaskMessage(
                    ContinueParent.KIND, child.parentId(), child.id(), null, Json.object(), null, move.hops() + 1)));
        }
    }
}
