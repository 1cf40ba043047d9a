package dev.baton.edit;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Service;

/** Keeps what people say about a task, of any lifecycle and also after its end; it moves nothing. */
@Service
public class TaskComments {

    private static final String COMMENTS = "comments";

    private final Ledger ledger;
    private final TaskRecords records;
    private final TransactionRunner transactions;
    private final Clock clock;

    TaskComments(Ledger ledger, TaskRecords records, TransactionRunner transactions, Clock clock) {
        this.ledger = ledger;
        this.records = records;
        this.transactions = transactions;
        this.clock = clock;
    }

    public TaskRecord add(String taskId, String text, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = ledger.lock(taskId).orElseThrow(() -> new TaskNotFound(taskId));
            TaskRecord comment = new TaskRecord(
                    COMMENTS,
                    records.count(taskId, COMMENTS) + 1,
                    clock.instant(),
                    actor.id(),
                    Json.object().put("text", text));
            ledger.append(task, List.of(comment));
            return comment;
        });
    }
}
