package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.ledger.Task;
import org.springframework.stereotype.Component;

/** Moves that the system makes because of something that a user did. */
@Component
public class SystemMoves {

    private final Tasks tasks;

    SystemMoves(Tasks tasks) {
        this.tasks = tasks;
    }

    /** Whether the diagram has a trigger of that name in the task's state that the system may use. */
    public boolean canMove(Task task, String trigger) {
        return tasks.options(task, Actor.SYSTEM).stream()
                .anyMatch(option -> option.trigger().equals(trigger)
                        && option.permitted()
                        && option.roles().contains("system"));
    }

    /** Moves a task that the caller has locked, in the caller's transaction. */
    public Task move(Task locked, String trigger, ObjectNode payload, Actor onBehalfOf) {
        return tasks.move(locked, new MoveRequest(trigger, null, payload, null, onBehalfOf.id(), null), Actor.SYSTEM);
    }
}
