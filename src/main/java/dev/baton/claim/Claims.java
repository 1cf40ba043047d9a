package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;

/** Assigns the next ready task to a worker: lowest priority number first, then the oldest. */
@Service
public class Claims {

    private final Lifecycles lifecycles;
    private final Tasks tasks;
    private final ReadyQueue queue;
    private final QueueHeads heads;
    private final TransactionRunner transactions;
    private final Map<String, List<ReadyState>> ofNewest = new ConcurrentHashMap<>();
    private final Map<String, List<ReadyState>> ofDefinition = new ConcurrentHashMap<>();

    Claims(Lifecycles lifecycles, Tasks tasks, ReadyQueue queue, QueueHeads heads, TransactionRunner transactions) {
        this.lifecycles = lifecycles;
        this.tasks = tasks;
        this.queue = queue;
        this.heads = heads;
        this.transactions = transactions;
    }

    public Optional<Task> next(String lifecycle, Actor actor) {
        List<ReadyState> readyStates = readyStates(lifecycle);
        return transactions.inTransaction(false, () -> {
            for (ReadyState readyState : heads.inOrder(readyStates)) {
                Optional<Task> task = queue.lockFirst(readyState, actor.id());
                if (task.isPresent()) {
                    return task.map(
                            t -> tasks.move(t, MoveRequest.trigger(readyState.trigger(), Json.object()), actor));
                }
            }
            return Optional.empty();
        });
    }

    /** Refuses if tasks of the lifecycle can't be claimed. */
    List<ReadyState> readyStates(String key) {
        DeployedLifecycle deployed = lifecycles
                .newest(key)
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "There is no lifecycle '" + key + "'; GET /api/lifecycles lists them"));
        List<ReadyState> readyStates = ofNewest.computeIfAbsent(
                deployed.definitionId(), id -> ReadyState.of(deployed, version -> lifecycles.version(key, version)));
        if (readyStates.isEmpty()) {
            throw new Refusal(
                    Reason.INVALID,
                    "lifecycle",
                    "Tasks of '" + key + "' are not handed out by claims: no arrow of its diagram gives a lease");
        }
        return readyStates;
    }

    /** Whether the task waits for a worker that claims it. */
    boolean isReady(Task task) {
        return ofDefinition
                .computeIfAbsent(
                        task.definitionId(),
                        id -> ReadyState.of(lifecycles.of(id).lifecycle()))
                .stream()
                .anyMatch(readyState -> readyState.includes(task));
    }
}
