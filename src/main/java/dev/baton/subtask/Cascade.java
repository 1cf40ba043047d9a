package dev.baton.subtask;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.database.SqlWrites;
import dev.baton.json.Json;
import dev.baton.lifecycle.State;
import dev.baton.message.MessageHandler;
import dev.baton.message.MessageSent;
import dev.baton.message.TaskMessage;
import dev.baton.message.TaskMessages;
import dev.baton.message.TriggerMessages;
import dev.baton.move.Move;
import dev.baton.move.MoveWriteHook;
import dev.baton.move.SubtaskMoves;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** What a diagram says about children whose parent does not wait for them any more: they take a trigger, or are abandoned. */
@Component
class Cascade implements MoveWriteHook, MessageHandler {

    private static final String KIND = "cascade";

    private final Subtasks subtasks;
    private final TaskMessages messages;
    private final ApplicationEventPublisher events;

    Cascade(Subtasks subtasks, TaskMessages messages, ApplicationEventPublisher events) {
        this.subtasks = subtasks;
        this.messages = messages;
        this.events = events;
    }

    @Override
    public void write(Move move, SqlWrites to) {
        State left = move.origin() == null ? null : move.lifecycle().state(move.origin());
        boolean leaves = left != null
                && left.subtasks() != null
                && left.subtasks().cascade() != null
                && (move.task().ended() || move.hasTransitions());
        if (leaves) {
            ObjectNode payload = Json.object()
                    .put("before", move.firstEntryNumber())
                    .put("reason", "Its parent " + move.task().id() + " does not wait for it any more");
            to.add(TaskMessages.insert(new TaskMessage(
                    KIND,
                    move.task().id(),
                    move.task().id(),
                    left.subtasks().cascade(),
                    payload,
                    move.actor().isSystem() ? null : move.actor().id(),
                    move.hops() + 1)));
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    /** Each child gets a message of its own, so that one that refuses does not stop the others. */
    @Override
    public void deliver(TaskMessage message) {
        String kind = State.Subtasks.ABANDON.equals(message.trigger()) ? Abandonments.KIND : TriggerMessages.KIND;
        int before = message.payload().path("before").intValue();
        ObjectNode payload = Json.object().set("reason", message.payload().get("reason"));
        subtasks.running(message.taskId(), before)
                .forEach(child -> messages.add(new TaskMessage(
                        kind,
                        child,
                        message.taskId(),
                        message.trigger(),
                        payload,
                        message.onBehalfOf(),
                        message.hops() + 1)));
        events.publishEvent(new MessageSent());
    }

    /** Messages that abandon a task. */
    @Component
    static class Abandonments implements MessageHandler {

        private static final String KIND = "abandon";

        private final SubtaskMoves moves;

        Abandonments(SubtaskMoves moves) {
            this.moves = moves;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public void deliver(TaskMessage message) {
            moves.abandon(
                    message.taskId(), message.payload().path("reason").asText(), message.onBehalfOf(), message.hops());
        }
    }
}
