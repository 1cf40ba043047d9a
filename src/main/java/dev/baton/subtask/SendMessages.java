package dev.baton.subtask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.dependency.Dependencies;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.ThrownMessage;
import dev.baton.message.MessageSent;
import dev.baton.message.TaskMessage;
import dev.baton.message.TaskMessages;
import dev.baton.message.TriggerMessages;
import dev.baton.move.MessageSender;
import dev.baton.move.Move;
import dev.baton.move.MoveExtensions;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Sends a thrown message to its recipients. One without a recipient is noted in the sender's history. */
@Component
class SendMessages implements MessageSender {

    private static final int MAX_RECIPIENTS = 200;

    private final Subtasks subtasks;
    private final Dependencies dependencies;
    private final Ledger ledger;
    private final ApplicationEventPublisher events;

    SendMessages(
            Subtasks subtasks,
            Dependencies dependencies,
            Ledger ledger,
            ApplicationEventPublisher events,
            MoveExtensions moves) {
        this.subtasks = subtasks;
        this.dependencies = dependencies;
        this.ledger = ledger;
        this.events = events;
        moves.register(this);
    }

    @Override
    public void send(Move sender, ThrownMessage thrown) {
        Task task = sender.task();
        List<String> recipients = recipients(task, thrown);
        if (recipients.isEmpty()) {
            undelivered(sender, thrown, thrown.to(), "the task has none");
        }
        for (int i = 0; i < recipients.size(); i++) {
            String recipient = recipients.get(i);
            if (!recipient.equals(task.id()) && ledger.find(recipient).isEmpty()) {
                undelivered(sender, thrown, recipient, "there is no task '" + recipient + "'");
            } else if (i >= MAX_RECIPIENTS) {
                undelivered(sender, thrown, recipient, "a message goes to at most " + MAX_RECIPIENTS + " tasks");
            } else {
                sender.sendAfterwards(TaskMessages.insert(message(sender, thrown, recipient)));
            }
        }
        events.publishEvent(new MessageSent());
    }

    private static TaskMessage message(Move sender, ThrownMessage thrown, String recipient) {
        ObjectNode data = sender.task().data();
        ObjectNode payload = Json.object();
        thrown.gives().stream().filter(data::has).forEach(name -> payload.set(name, data.get(name)));
        return new TaskMessage(
                TriggerMessages.KIND,
                recipient,
                sender.task().id(),
                thrown.trigger(),
                payload,
                sender.actor().isSystem() ? null : sender.actor().id(),
                sender.hops() + 1);
    }

    private List<String> recipients(Task task, ThrownMessage thrown) {
        if (thrown.field() != null) {
            return ids(task.data().path(thrown.field()));
        }
        return switch (thrown.to()) {
            case ThrownMessage.PARENT -> task.parentId() == null ? List.of() : List.of(task.parentId());
            case ThrownMessage.CHILDREN -> subtasks.running(task.id(), Integer.MAX_VALUE);
            default ->
                dependencies.blockers(task.id()).stream()
                        .filter(blocker -> !blocker.ended())
                        .map(Dependencies.Blocker::id)
                        .toList();
        };
    }

    private static List<String> ids(JsonNode field) {
        List<String> ids = new ArrayList<>();
        if (field.isArray()) {
            field.forEach(id -> ids.add(id.asText()));
        } else if (field.isTextual()) {
            ids.add(field.textValue());
        }
        return ids.stream().filter(id -> !id.isBlank()).distinct().toList();
    }

    private static void undelivered(Move sender, ThrownMessage thrown, String to, String why) {
        sender.sendAfterwards(TaskMessages.insert(new TaskMessage(
                UndeliveredMessages.KIND,
                sender.task().id(),
                sender.task().id(),
                thrown.trigger(),
                Json.object().put("to", to).put("refused", why),
                null,
                sender.hops() + 1)));
    }
}
