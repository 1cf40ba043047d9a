package dev.baton.subtask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.message.MessageHandler;
import dev.baton.message.TaskMessage;
import dev.baton.move.DataLimits;
import dev.baton.move.MoveRequest;
import dev.baton.move.SubtaskMoves;
import dev.baton.move.Tasks;
import dev.baton.subtask.Subtasks.Child;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Moves a parent on when all children of its state have ended: by the error boundary event if one has failed and there is one. */
@Component
class ContinueParent implements MessageHandler {

    static final String KIND = "children";

    private final Subtasks subtasks;
    private final Tasks tasks;
    private final SubtaskMoves moves;
    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Edits edits;

    ContinueParent(
            Subtasks subtasks, Tasks tasks, SubtaskMoves moves, Ledger ledger, Lifecycles lifecycles, Edits edits) {
        this.subtasks = subtasks;
        this.tasks = tasks;
        this.moves = moves;
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.edits = edits;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void deliver(TaskMessage message) {
        ledger.lock(message.taskId()).filter(task -> !task.ended()).ifPresent(parent -> moveOn(parent, message.hops()));
    }

    private void moveOn(Task parent, int hops) {
        Lifecycle lifecycle = lifecycles.of(parent.definitionId()).lifecycle();
        State state = lifecycle.state(parent.state());
        if (state.subtasks() == null) {
            return; // it has left the state in the meantime
        }
        List<Child> children = subtasks.ofState(parent.id(), parent.state());
        if (!children.stream().allMatch(Child::ended)) {
            return;
        }
        bring(parent, state.subtasks(), children);
        ObjectNode payload = payload(children);
        if (children.stream().anyMatch(Child::failed)
                && exit(lifecycle, parent, Exit.Kind.ERROR).isPresent()) {
            moves.fail(parent, payload, hops);
        } else {
            String trigger =
                    exit(lifecycle, parent, Exit.Kind.AUTOMATIC).orElseThrow().trigger();
            tasks.move(parent, MoveRequest.trigger(trigger, payload).after(hops), Actor.SYSTEM);
        }
    }

    private static Optional<Exit> exit(Lifecycle lifecycle, Task parent, Exit.Kind kind) {
        return lifecycle.exits(parent.state()).stream()
                .filter(exit -> exit.kind() == kind && !exit.byMessage())
                .findFirst();
    }

    private static ObjectNode payload(List<Child> children) {
        ObjectNode payload = Json.object();
        ArrayNode ended = payload.putArray("children");
        children.forEach(child -> ended.addObject()
                .put("id", child.id())
                .put("state", child.state())
                .put("failed", child.failed()));
        return payload;
    }

    /**
     * Copies data of the children to the parent: the value of the only child, or a list of the values in the order of the
     * children.
     */
    private void bring(Task parent, State.Subtasks call, List<Child> children) {
        if (call.brings().isEmpty() || children.isEmpty()) {
            return;
        }
        List<ObjectNode> data =
                children.stream().map(child -> subtasks.data(child.id())).toList();
        for (String name : call.brings()) {
            if (call.list() == null) {
                parent.data()
                        .set(
                                name,
                                data.get(0).path(name).isMissingNode()
                                        ? Json.node(null)
                                        : data.get(0).get(name));
            } else {
                ArrayNode values = parent.data().putArray(name);
                data.forEach(child -> {
                    JsonNode value = child.get(name);
                    values.add(value == null ? Json.node(null) : value);
                });
            }
        }
        DataLimits.check(parent.data());
    }

    /** A state may need data that the children did not have: the parent stays where it is, and its history says why. */
    @Override
    public void refused(TaskMessage message, Refusal refusal) {
        ledger.lock(message.taskId())
                .ifPresent(parent -> edits.record(
                        parent,
                        Actor.SYSTEM,
                        Json.object().set("children", Json.object().put("refused", refusal.getMessage()))));
    }
}
