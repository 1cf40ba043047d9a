package dev.baton.subtask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.dependency.Dependencies;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.ThrownMessage;
import dev.baton.message.MessageDelivery;
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
    private static final int MAX_ID = 255;

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
        List<String> all = recipients(task, thrown);
        List<String> recipients = all.subList(0, Math.min(all.size(), MAX_RECIPIENTS));
        int hops = sender.hops() + 1 + spread(recipients.size());
        if (recipients.size() > 1 && hops > MessageDelivery.MAX_HOPS) {
            undelivered(sender, thrown, thrown.to(), MessageDelivery.TOO_MANY);
            return;
        }
        for (String recipient : recipients) {
            if (recipient.equals(task.id()) || ledger.find(recipient).isPresent()) {
                sender.sendAfterwards(TaskMessages.insert(message(sender, thrown, recipient, hops)));
            } else {
                String shown = recipient.length() > MAX_ID ? recipient.substring(0, MAX_ID) + "…" : recipient;
                undelivered(sender, thrown, shown, "there is no task '" + shown + "'");
            }
        }
        if (all.size() > MAX_RECIPIENTS) {
            String others = (all.size() - MAX_RECIPIENTS) + " others";
            undelivered(sender, thrown, others, "a message goes to at most " + MAX_RECIPIENTS + " tasks");
        }
        if (all.isEmpty()) {
            undelivered(sender, thrown, thrown.to(), "the task has none");
        }
        events.publishEvent(new MessageSent());
    }

    private static TaskMessage message(Move sender, ThrownMessage thrown, String recipient, int hops) {
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
                hops);
    }

    /**
     * How many hops a message to several tasks counts in addition. Tasks that answer several others each time would send a number of
     * messages that grows with a power of the hops: with 4 for each doubling, one move leads to a few thousand at most.
     */
    private static int spread(int recipients) {
        return recipients < 2 ? 0 : 4 * (Integer.SIZE - Integer.numberOfLeadingZeros(recipients - 1));
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
