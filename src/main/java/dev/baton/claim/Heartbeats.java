package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Lease;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import org.springframework.stereotype.Service;

/** A worker says that it is alive: the timer on the state starts over, and the note is kept. */
@Service
public class Heartbeats {

    private final Ledger ledger;
    private final ProcessInstances tokens;
    private final TransactionRunner work;
    private final Clock clock;

    Heartbeats(Ledger ledger, ProcessInstances tokens, TransactionRunner work, Clock clock) {
        this.ledger = ledger;
        this.tokens = tokens;
        this.work = work;
        this.clock = clock;
    }

    public Lease beat(String id, int epoch, String note, Actor actor) {
        return work.inTransaction(false, () -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            if (!task.heldBy(actor.id(), epoch)) {
                throw new Refusal(
                        Reason.STALE_LEASE,
                        "leaseEpoch",
                        "Task " + id + ": this lease is no longer yours; stop working on the task");
            }
            task.renewLease(tokens.restartTimer(task.waitId(), task.processInstanceId()));
            task.flags().remove(StuckFlag.NAME);
            var beat = Json.object().put("at", clock.instant().toString());
            task.data().set("heartbeat", note == null ? beat : beat.put("note", note));
            ledger.update(task);
            return task.lease();
        });
    }
}
