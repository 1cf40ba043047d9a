package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.Transition;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Assigns the next ready task to a worker: lowest priority number first, then the oldest. */
@Service
public class Claims {

    /** The state in which tasks of a lifecycle wait for a worker, and the trigger that claims them. */
    record ReadyState(String lifecycle, String state, String trigger) {}

    private final Lifecycles lifecycles;
    private final Tasks tasks;
    private final ReadyQueue queue;
    private final TransactionRunner transactions;

    Claims(Lifecycles lifecycles, Tasks tasks, ReadyQueue queue, TransactionRunner transactions) {
        this.lifecycles = lifecycles;
        this.tasks = tasks;
        this.queue = queue;
        this.transactions = transactions;
    }

    public Optional<Task> next(String lifecycle, Actor actor) {
        ReadyState readyState = readyState(lifecycle);
        return transactions.inTransaction(
                false,
                () -> queue.lockFirst(readyState)
                        .map(task ->
                                tasks.move(task, MoveRequest.trigger(readyState.trigger(), Json.object()), actor)));
    }

    /** Refuses if tasks of the lifecycle can't be claimed. */
    ReadyState readyState(String key) {
        DeployedLifecycle deployed = lifecycles
                .newest(key)
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "There is no lifecycle '" + key + "'; GET /api/lifecycles lists them"));
        return claimTransition(deployed.lifecycle())
                .map(t -> new ReadyState(key, t.from(), t.trigger()))
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "Tasks of '" + key + "' are not handed out by claims: no arrow of its diagram gives a lease"));
    }

    /** The transition from a state without a lease to one that starts a lease. */
    static Optional<Transition> claimTransition(Lifecycle lifecycle) {
        return lifecycle.transitions().stream()
                .filter(t -> t.exit().requestable()
                        && lifecycle.state(t.from()).lease() == State.LeaseOnEntry.NONE
                        && lifecycle.state(t.to()).lease() == State.LeaseOnEntry.NEW)
                .findFirst();
    }
}
