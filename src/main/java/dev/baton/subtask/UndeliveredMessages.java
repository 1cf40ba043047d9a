package dev.baton.subtask;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.message.MessageHandler;
import dev.baton.message.TaskMessage;
import org.springframework.stereotype.Component;

/** Notes in the history of the sender that a message had no recipient. */
@Component
class UndeliveredMessages implements MessageHandler {

    static final String KIND = "undelivered";

    private final Ledger ledger;
    private final Edits edits;

    UndeliveredMessages(Ledger ledger, Edits edits) {
        this.ledger = ledger;
        this.edits = edits;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void deliver(TaskMessage message) {
        ObjectNode note = Json.object().put("trigger", message.trigger()).put("from", message.sender());
        note.setAll(message.payload());
        ledger.lock(message.taskId())
                .ifPresent(
                        task -> edits.record(task, Actor.SYSTEM, Json.object().set("message", note)));
    }
}
