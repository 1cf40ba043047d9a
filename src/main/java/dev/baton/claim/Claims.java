package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
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

    /** The next task of a lifecycle, without the work of external tasks. */
    public Optional<Task> next(String lifecycle, Actor actor) {
        return next(readyStates(lifecycle), actor);
    }

    /** The next work of a topic, of all lifecycles that the caller may use. */
    public Optional<Task> nextOfTopic(String topic, Predicate<String> lifecycle, Actor actor) {
        List<ReadyState> readyStates = lifecycles.all().stream()
                .filter(deployed -> lifecycle.test(deployed.key()))
                .flatMap(deployed -> allReadyStates(deployed).stream())
                .filter(readyState -> topic.equals(readyState.topic()))
                .toList();
        List<ReadyState> permitted =
                readyStates.stream().filter(state -> state.mayPermit(actor)).toList();
        if (readyStates.isEmpty()) {
            return Optional.empty();
        }
        return next(permitted.isEmpty() ? readyStates : permitted, actor); // the guard says why not
    }

    private Optional<Task> next(List<ReadyState> readyStates, Actor actor) {
        return transactions.inTransaction(() -> {
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
        List<ReadyState> readyStates = allReadyStates(deployed).stream()
                .filter(readyState -> readyState.topic() == null)
                .toList();
        if (readyStates.isEmpty()) {
            throw new Refusal(
                    Reason.INVALID,
                    "lifecycle",
                    "Tasks of '" + key + "' are not handed out by claims: no arrow of its diagram gives a lease");
        }
        return readyStates;
    }

    private List<ReadyState> allReadyStates(DeployedLifecycle deployed) {
        return ofNewest.computeIfAbsent(
                deployed.definitionId(),
                id -> ReadyState.of(deployed, version -> lifecycles.version(deployed.key(), version)));
    }

    /** The state in which the task waits for a worker that claims it; empty if it does not. */
    Optional<ReadyState> readyState(Task task) {
        return ofDefinition
                .computeIfAbsent(
                        task.definitionId(),
                        id -> ReadyState.of(lifecycles.of(id).lifecycle()))
                .stream()
                .filter(readyState -> readyState.includes(task))
                .findFirst();
    }
}
