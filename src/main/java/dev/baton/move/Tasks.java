package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Service;

/** Creates, moves and removes tasks, each in one transaction; a refusal rolls it back. */
@Service
public class Tasks {

    /**
     * The result of a move.
     *
     * @param reactions the transitions that followed by themselves
     * @param report what a delegate has to say; usually null
     */
    public record Moved(
            Task task,
            String from,
            String trigger,
            String eventId,
            Actor actor,
            Instant at,
            List<HistoryEntry> reactions,
            JsonNode report) {}

    /**
     * An exit of the task's state, and whether one actor may take it now.
     *
     * @param obstacles why they may not
     * @param label what somebody does who takes it; null if the diagram does not say
     */
    public record MoveOption(
            String trigger,
            Set<String> to,
            Set<String> roles,
            List<String> requires,
            boolean permitted,
            List<String> obstacles,
            List<ArtifactRequirement> artifacts,
            boolean message,
            @Nullable String label) {}

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Moves moves;
    private final ProcessInstances instances;
    private final TransactionRunner transactions;
    private final TaskOptions options;
    private final Guards guards;
    private final Edits edits;

    Tasks(
            Ledger ledger,
            Lifecycles lifecycles,
            Moves moves,
            ProcessInstances instances,
            TransactionRunner transactions,
            TaskOptions options,
            Guards guards,
            Edits edits) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.moves = moves;
        this.instances = instances;
        this.transactions = transactions;
        this.options = options;
        this.guards = guards;
        this.edits = edits;
    }

    public Task create(String lifecycle, NewTask newTask, Actor actor) {
        return create(lifecycle, newTask, actor, null);
    }

    /** @param onBehalfOf the user for whom the actor creates it; null if the actor acts for themselves */
    public Task create(String lifecycle, NewTask newTask, Actor actor, String onBehalfOf) {
        return create(lifecycle, newTask, actor, onBehalfOf, false);
    }

    /** A dry run: creates the task and rolls back. */
    public Task tryToCreate(String lifecycle, NewTask newTask, Actor actor) {
        return create(lifecycle, newTask, actor, null, true);
    }

    private Task create(String lifecycle, NewTask newTask, Actor actor, String onBehalfOf, boolean dryRun) {
        DeployedLifecycle deployed = lifecycles
                .newest(lifecycle)
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "There is no lifecycle '" + lifecycle + "'; GET /api/lifecycles lists them"));
        return reportingRefusals(() -> transactions.inTransaction(dryRun, () -> {
            Move move = moves.creation(newTask, deployed, actor, onBehalfOf);
            instances.start(move.steps(), deployed.definitionId(), move.task().id());
            return move.task();
        }));
    }

    public Moved move(String id, MoveRequest request, Actor actor, boolean dryRun) {
        return reportingRefusals(() -> transactions.inTransaction(dryRun, () -> {
            Task task = ledger.lockWithExecutions(id).orElseThrow(() -> new TaskNotFound(id));
            Move move = moves.move(task, actor, request);
            if (new PostEndTrigger(move, guards).apply()) {
                moves.write(move, ledger::execute);
            } else {
                guards.pausedClaims().refuse(move, move.tracker().exit());
                advance(move);
                move.tracker().requireTarget();
            }
            return new Moved(
                    task,
                    move.origin(),
                    move.tracker().requestedTrigger(),
                    move.eventId(),
                    actor,
                    task.updatedAt(),
                    move.entries().stream()
                            .skip(1)
                            .filter(HistoryEntry::countsAsTransition)
                            .toList(),
                    move.report());
        }));
    }

    /** Moves a task that the caller has locked, in the caller's transaction. */
    public Task move(Task locked, MoveRequest request, Actor actor) {
        return reportingRefusals(() -> {
            Move move = moves.move(locked, actor, request);
            advance(move);
            return locked;
        });
    }

    private void advance(Move move) {
        Task task = move.task();
        String instance = task.processInstanceId();
        Exit exit = move.tracker().exit();
        if (exit.byMessage()) {
            instances.message(move.steps(), instance, exit.trigger());
        } else if (move.state().isMultiInstance()) {
            instances.complete(
                    move.steps(), instance, move.participants().partOfActor().userTask());
        } else if (move.state().waitsFor() == State.Waits.PERSON) {
            instances.complete(move.steps(), instance, task.waitId());
        } else {
            instances.signal(move.steps(), instance, task.waitId(), task.takeExecutions());
        }
    }

    /** Reassigns one person's part of a multi-instance state to another. */
    public Task handOver(String id, String from, String to, Actor actor) {
        return reportingRefusals(() -> transactions.inTransaction(() -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            Move move = moves.move(task, actor, MoveRequest.trigger("reassign", Json.object()));
            instances.assign(
                    move.steps(),
                    task.processInstanceId(),
                    move.participants().partOf(from).userTask(),
                    to);
            return task;
        }));
    }

    /** Abandons a running task, or hides an ended one from lists; rows and history stay. */
    public void remove(String id, String reason, Actor actor) {
        reportingRefusals(() -> transactions.inTransaction(() -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            if (task.ended() && !task.removed()) {
                task.remove();
                edits.record(
                        task, actor, Json.object().put("reason", reason).set("removed", Edits.change(false, true)));
            } else if (!task.ended()) {
                Move move = moves.move(task, actor, MoveRequest.trigger("abandon", Json.object()));
                instances.delete(move.steps(), task.processInstanceId(), reason);
            }
            return task;
        }));
    }

    public Optional<Task> find(String id) {
        return ledger.find(id);
    }

    public Task get(String id) {
        return find(id).orElseThrow(() -> new TaskNotFound(id));
    }

    public List<HistoryEntry> history(String id) {
        get(id);
        return ledger.history(id);
    }

    /** The states that a task can enter next, by any actor. */
    public Set<String> allowed(Task task) {
        return task.ended() ? Set.of() : lifecycle(task).targets(task.state());
    }

    /** When what waits for a person has to be decided; null if there is no such time. */
    public Instant dueAt(Task task) {
        boolean waits = !task.ended() && lifecycle(task).state(task.state()).waitsFor() == State.Waits.PERSON;
        return waits ? instances.dueAt(task.processInstanceId()).orElse(null) : null;
    }

    public List<MoveOption> options(Task task, Actor actor) {
        return options.of(task, actor);
    }

    private Lifecycle lifecycle(Task task) {
        return lifecycles.of(task.definitionId()).lifecycle();
    }

    /** Logs and counts refusals, including those that the engine has wrapped. */
    private <T> T reportingRefusals(Supplier<T> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            Optional<Refusal> refusal = e instanceof Refusal own ? Optional.of(own) : EngineErrors.refusal(e);
            refusal.ifPresent(moves::refused);
            throw refusal.isPresent() ? refusal.get() : e;
        }
    }
}
