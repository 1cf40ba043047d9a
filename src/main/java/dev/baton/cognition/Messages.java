package dev.baton.cognition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.Lifecycles;
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

/** Somebody says something about a task while it is under way; it moves nothing. One small row, however much was said. */
@Service
public class Messages {

    private final Ledger ledger;
    private final TaskRecords records;
    private final Lifecycles lifecycles;
    private final Speakers speakers;
    private final TransactionRunner work;
    private final Clock clock;

    Messages(
            Ledger ledger,
            TaskRecords records,
            Lifecycles lifecycles,
            Speakers speakers,
            TransactionRunner work,
            Clock clock) {
        this.ledger = ledger;
        this.records = records;
        this.lifecycles = lifecycles;
        this.speakers = speakers;
        this.work = work;
        this.clock = clock;
    }

    public TaskRecord append(String taskId, ObjectNode message, Actor actor) {
        return work.inTransaction(false, () -> {
            Task task = ledger.lock(taskId).orElseThrow(() -> new TaskNotFound(taskId));
            admit(task, message);
            speakers.fault(task, actor, message.path("role").textValue()).ifPresent(fault -> {
                throw new Refusal(Reason.FORBIDDEN, "Task " + taskId + ": " + fault.message(), List.of(fault));
            });
            int number = records.count(taskId, TaskContext.MESSAGES) + 1;
            TaskRecord record = new TaskRecord(
                    TaskContext.MESSAGES, number, clock.instant(), actor.id(), Conversation.unsigned(message));
            ledger.append(taskId, List.of(record));
            return record;
        });
    }

    /** A lifecycle whose arrows take messages along takes them between the arrows too. */
    private void admit(Task task, ObjectNode message) {
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
                    "Tasks of " + task.lifecycle() + " keep no messages: no arrow of the diagram brings any");
        }
        List<Fault> faults = schema.problems(Json.node(List.of(message))).stream()
                .map(problem -> new Fault("message", problem.replaceFirst("^/?\\[?0]?[./]?", "")))
                .toList();
        if (!faults.isEmpty()) {
            String all = String.join("; ", faults.stream().map(Fault::message).toList());
            throw new Refusal(Reason.INVALID, "Task " + task.id() + ": " + all, faults);
        }
    }
}
