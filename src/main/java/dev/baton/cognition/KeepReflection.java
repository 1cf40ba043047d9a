package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.PostEndAction;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Stores the reflection on an ended task. Only one is accepted, so that readers don't import its facts twice. */
@Component
class KeepReflection implements PostEndAction {

    private final ApplicationEventPublisher events;

    KeepReflection(ApplicationEventPublisher events) {
        this.events = events;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        if (task.data().hasNonNull("postReflection")) {
            throw move.refusal(
                    Reason.CONFLICT,
                    List.of(new Fault("trigger", "a reflection on this task has been stored already")));
        }
        ObjectNode reflection = Json.object();
        reflection.set("facts", move.payload().get("facts"));
        reflection.set("episode", move.payload().get("episode"));
        reflection.set("assessment", move.payload().get("assessment"));
        task.data().set("postReflection", reflection);
        task.flags().remove(Flags.REFLECTION_DUE);
        events.publishEvent(new Reflected(
                task.id(),
                task.lifecycle(),
                reflection.get("facts").size(),
                reflection.hasNonNull("episode"),
                reflection.get("assessment").asText()));
    }
}
