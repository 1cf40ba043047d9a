package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Lease;
import dev.baton.ledger.LeaseCheck;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import org.springframework.stereotype.Service;

/** Accepts heartbeats of workers: each restarts the lease and stores the worker's note. */
@Service
public class Heartbeats {

    /** The field of a task's data with the time and the note of the last one. */
    public static final String FIELD = "heartbeat";

    private final Ledger ledger;
    private final ProcessInstances instances;
    private final TransactionRunner transactions;
    private final Clock clock;

    Heartbeats(Ledger ledger, ProcessInstances instances, TransactionRunner transactions, Clock clock) {
        this.ledger = ledger;
        this.instances = instances;
        this.transactions = transactions;
        this.clock = clock;
    }

    public Lease beat(String id, int epoch, String note, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            LeaseCheck.fault(task, actor.id(), epoch).ifPresent(fault -> {
                throw new Refusal(Reason.STALE_LEASE, "leaseEpoch", "Task " + id + ": " + fault);
            });
            task.renewLease(instances.restartTimer(task.waitId(), task.processInstanceId()));
            task.flags().remove(Flags.NO_PROGRESS);
            var beat = Json.object().put("at", clock.instant().toString());
            task.data().set(FIELD, note == null ? beat : beat.put("note", note));
            ledger.update(task);
            return task.lease();
        });
    }
}
