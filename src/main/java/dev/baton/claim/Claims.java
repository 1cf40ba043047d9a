package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.core.Json;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.Lifecycles;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.Transition;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Hands the next waiting task to a worker: lowest priority number first, then the oldest. */
@Service
public class Claims {

    /** Where tasks of a lifecycle wait for a worker, and the arrow that gives one a lease. */
    record Counter(String lifecycle, String state, String trigger) {}

    private final Lifecycles lifecycles;
    private final Tasks tasks;
    private final ReadyQueue line;
    private final TransactionRunner work;

    Claims(Lifecycles lifecycles, Tasks tasks, ReadyQueue line, TransactionRunner work) {
        this.lifecycles = lifecycles;
        this.tasks = tasks;
        this.line = line;
        this.work = work;
    }

    public Optional<Task> next(String lifecycle, Actor actor) {
        Counter counter = counter(lifecycle);
        return work.inTransaction(
                false,
                () -> line.first(counter)
                        .map(task -> tasks.move(task, MoveRequest.trigger(counter.trigger(), Json.object()), actor)));
    }

    /** Whether the lifecycle hands out work at all; refuses if not. */
    Counter counter(String key) {
        DeployedLifecycle deployed = lifecycles
                .newest(key)
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "There is no lifecycle '" + key + "'; GET /api/lifecycles lists them"));
        return claim(deployed.lifecycle())
                .map(t -> new Counter(key, t.from(), t.trigger()))
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "Tasks of '" + key + "' are not handed out by claims: no arrow of its diagram gives a lease"));
    }

    /** The arrow from a place where nobody holds a task to one where somebody gets a lease on it. */
    static Optional<Transition> claim(Lifecycle lifecycle) {
        return lifecycle.transitions().stream()
                .filter(t -> t.exit().requestable()
                        && lifecycle.state(t.from()).lease() == State.LeaseOnEntry.NONE
                        && lifecycle.state(t.to()).lease() == State.LeaseOnEntry.NEW)
                .findFirst();
    }
}
