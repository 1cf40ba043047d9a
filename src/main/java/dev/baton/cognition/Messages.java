package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.lifecycle.Schema;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Service;

/** Appends a message to a running task without a move. Each message is a row of its own, so the cost does not grow. */
@Service
public class Messages {

    private final Ledger ledger;
    private final TaskRecords records;
    private final Lifecycles lifecycles;
    private final MessageRoles messageRoles;
    private final TransactionRunner transactions;
    private final Clock clock;

    Messages(
            Ledger ledger,
            TaskRecords records,
            Lifecycles lifecycles,
            MessageRoles messageRoles,
            TransactionRunner transactions,
            Clock clock) {
        this.ledger = ledger;
        this.records = records;
        this.lifecycles = lifecycles;
        this.messageRoles = messageRoles;
        this.transactions = transactions;
        this.clock = clock;
    }

    public TaskRecord append(String taskId, ObjectNode message, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = ledger.lock(taskId).orElseThrow(() -> new TaskNotFound(taskId));
            validate(task, message);
            messageRoles.fault(task, actor, message.path("role").textValue()).ifPresent(fault -> {
                throw new Refusal(Reason.FORBIDDEN, "Task " + taskId + ": " + fault.message(), List.of(fault));
            });
            int number = records.count(taskId, TaskContext.MESSAGES) + 1;
            TaskRecord record = new TaskRecord(
                    TaskContext.MESSAGES,
                    number,
                    clock.instant(),
                    actor.id(),
                    Conversation.withoutAuthorAndTime(message));
            ledger.append(task, List.of(record));
            return record;
        });
    }

    /** Messages are accepted by tasks that have not ended and whose lifecycle has a schema for messages. */
    private void validate(Task task, ObjectNode message) {
        if (task.ended()) {
            throw new Refusal(
                    Reason.NO_SUCH_TRANSITION,
                    "state",
                    "Task " + task.id() + " takes no messages in '" + task.state() + "'; it has ended");
        }
        Schema schema = lifecycles.of(task.definitionId()).schemas().get(TaskContext.MESSAGES);
        if (schema == null) {
            throw new Refusal(
                    Reason.INVALID,
                    "lifecycle",
                    "Tasks of " + task.lifecycle() + " have no messages: no arrow of the diagram accepts any");
        }
        List<Fault> faults = schema.problems(Json.node(List.of(message))).stream()
                .map(problem -> new Fault(
                        "message", "message" + problem.path().substring("[0]".length()) + ": " + problem.message()))
                .toList();
        if (!faults.isEmpty()) {
            String all = String.join("; ", faults.stream().map(Fault::message).toList());
            throw new Refusal(Reason.INVALID, "Task " + task.id() + ": " + all, faults);
        }
    }
}
