package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.PostEndAction;
import java.util.List;
import org.springframework.stereotype.Component;

/** Keeps what an agent saved as the memory of a completed run. Only one is accepted, so that nothing is learned twice. */
@Component
class SaveMemory implements PostEndAction {

    private static final List<String> PARTS = List.of("facts", "episode", "assessment");

    @Override
    public void execute(Move move) {
        Task task = move.task();
        ObjectNode memory = Checkpoint.of(task).memory();
        if ("saved".equals(memory.path("status").textValue())) {
            throw move.refusal(
                    Reason.CONFLICT, List.of(new Fault("trigger", "the memory of this run has been saved already")));
        }
        memory.put("status", "saved")
                .put("at", move.now().toString())
                .put("by", move.actor().id());
        PARTS.forEach(part -> memory.set(part, move.payload().get(part)));
        move.record("memory", Json.object().put("status", "saved").put("eventId", move.eventId()));
        task.flags().remove(Flags.MEMORY_DUE);
    }
}
