package dev.baton.message;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import org.springframework.stereotype.Component;

/** Messages that take a trigger of the task that receives them. The actor is the system, whom the guard has to permit. */
@Component
public class TriggerMessages implements MessageHandler {

    public static final String KIND = "trigger";

    private final Tasks tasks;
    private final Ledger ledger;
    private final Edits edits;

    TriggerMessages(Tasks tasks, Ledger ledger, Edits edits) {
        this.tasks = tasks;
        this.ledger = ledger;
        this.edits = edits;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void deliver(TaskMessage message) {
        MoveRequest request = new MoveRequest(
                message.trigger(),
                null,
                message.payload(),
                null,
                message.onBehalfOf(),
                "message-" + message.id(),
                message.hops());
        tasks.move(
                ledger.lock(message.taskId()).orElseThrow(() -> new TaskNotFound(message.taskId())),
                request,
                Actor.SYSTEM);
    }

    /** Records the refusal in the history of both tasks. */
    @Override
    public void refused(TaskMessage message, Refusal refusal) {
        record(message.sender(), message, refusal);
        if (!message.sender().equals(message.taskId())) {
            record(message.taskId(), message, refusal);
        }
    }

    private void record(String taskId, TaskMessage message, Refusal refusal) {
        ObjectNode refused = Json.object()
                .put("trigger", message.trigger())
                .put("from", message.sender())
                .put("to", message.taskId())
                .put("refused", refusal.getMessage());
        ledger.lock(taskId)
                .ifPresent(
                        task -> edits.record(task, Actor.SYSTEM, Json.object().set("message", refused)));
    }
}
