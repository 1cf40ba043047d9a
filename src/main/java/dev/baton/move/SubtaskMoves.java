package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import org.springframework.stereotype.Component;

/** Moves of parents and children that no request names: by an error of the children, or by an abandoned parent. */
@Component
public class SubtaskMoves {

    private final Moves moves;
    private final ProcessInstances instances;
    private final Ledger ledger;

    SubtaskMoves(Moves moves, ProcessInstances instances, Ledger ledger) {
        this.moves = moves;
        this.instances = instances;
        this.ledger = ledger;
    }

    /** Moves a locked task by the error boundary event of its call activity, in the caller's transaction. */
    public void fail(Task locked, ObjectNode payload, int hops) {
        Move move = moves.move(
                locked, Actor.SYSTEM, MoveRequest.trigger(null, payload).after(hops));
        instances.failSubtasks(move.steps(), locked.processInstanceId(), locked.waitId());
    }

    /** Abandons a task if it runs, in the caller's transaction. */
    public void abandon(String id, String reason, String onBehalfOf, int hops) {
        ledger.lock(id).filter(task -> !task.ended()).ifPresent(task -> {
            MoveRequest request = new MoveRequest("abandon", null, Json.object(), null, onBehalfOf, null, hops);
            instances.delete(moves.move(task, Actor.SYSTEM, request).steps(), task.processInstanceId(), reason);
        });
    }
}
