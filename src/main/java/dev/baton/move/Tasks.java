package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.core.Json;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.EngineErrors;
import dev.baton.engine.Lifecycles;
import dev.baton.engine.ProcessInstances;
import dev.baton.ledger.Edits;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** Tasks come into being, move, and leave. One transaction each: what is refused has not happened. */
@Service
public class Tasks {

    /** What a move led to; the report is what the diagram's work has to tell about it, usually nothing. */
    public record Moved(
            Task task,
            String from,
            String trigger,
            String eventId,
            Actor actor,
            java.time.Instant at,
            JsonNode report) {}

    /** A way on from where a task is, for one actor. */
    public record Option(
            String trigger,
            Set<String> to,
            Set<String> roles,
            List<String> requires,
            boolean permitted,
            List<ArtifactRequirement> artifacts,
            boolean message) {}

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Moves moves;
    private final ProcessInstances tokens;
    private final TransactionRunner work;
    private final Guards guards;
    private final Edits edits;

    Tasks(
            Ledger ledger,
            Lifecycles lifecycles,
            Moves moves,
            ProcessInstances tokens,
            TransactionRunner work,
            Guards guards,
            Edits edits) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.moves = moves;
        this.tokens = tokens;
        this.work = work;
        this.guards = guards;
        this.edits = edits;
    }

    public Task create(String lifecycle, NewTask wish, Actor actor) {
        return create(lifecycle, wish, actor, null);
    }

    /** @param onBehalfOf who has the actor do it; null for the actor's own wish */
    public Task create(String lifecycle, NewTask wish, Actor actor, String onBehalfOf) {
        return create(lifecycle, wish, actor, onBehalfOf, false);
    }

    /** Whether it would be created; nothing is left of it. */
    public Task tryToCreate(String lifecycle, NewTask wish, Actor actor) {
        return create(lifecycle, wish, actor, null, true);
    }

    private Task create(String lifecycle, NewTask wish, Actor actor, String onBehalfOf, boolean dryRun) {
        DeployedLifecycle deployed = lifecycles
                .newest(lifecycle)
                .orElseThrow(() -> new Refusal(
                        Reason.INVALID,
                        "lifecycle",
                        "There is no lifecycle '" + lifecycle + "'; GET /api/lifecycles lists them"));
        return refusals(() -> work.inTransaction(dryRun, () -> {
            Move move = moves.creation(wish, deployed, actor, onBehalfOf);
            tokens.start(move, deployed.definitionId(), move.task().id());
            return move.task();
        }));
    }

    public Moved move(String id, MoveRequest request, Actor actor, boolean dryRun) {
        return refusals(() -> work.inTransaction(dryRun, () -> {
            Task task = ledger.lockToMove(id).orElseThrow(() -> new TaskNotFound(id));
            Move move = moves.move(task, actor, request);
            if (move.afterwards()) {
                move.write(ledger::now);
            } else {
                go(move);
                move.requireTarget();
            }
            return new Moved(
                    task, move.origin(), move.trigger(), move.eventId(), actor, task.updatedAt(), move.report());
        }));
    }

    /** The same for a task that the caller has locked already. */
    public Task move(Task locked, MoveRequest request, Actor actor) {
        return refusals(() -> {
            Move move = moves.move(locked, actor, request);
            go(move);
            return locked;
        });
    }

    private void go(Move move) {
        Task task = move.task();
        String instance = task.processInstanceId();
        Exit exit = move.exit();
        if (exit.byMessage()) {
            tokens.message(move, instance, exit.trigger());
        } else if (move.state().isMultiInstance()) {
            tokens.complete(move, instance, move.shares().forActor().userTask());
        } else if (move.state().waitsFor() == State.Waits.PERSON) {
            tokens.complete(move, instance, task.waitId());
        } else {
            tokens.signal(move, instance, task.waitId(), task.takeTokens());
        }
    }

    /** Gives one person's share of the task's state to another. */
    public Task handOver(String id, String from, String to, Actor actor) {
        return refusals(() -> work.inTransaction(false, () -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            Move move = moves.move(task, actor, MoveRequest.trigger("reassign", Json.object()));
            tokens.assign(move, task.processInstanceId(), move.shares().of(from).userTask(), to);
            return task;
        }));
    }

    /** Takes a running task out of the system, or an ended one out of sight; the ledger keeps both. */
    public void remove(String id, String reason, Actor actor) {
        refusals(() -> work.inTransaction(false, () -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            if (task.ended() && !task.removed()) {
                task.remove();
                edits.record(
                        task, actor, Json.object().put("reason", reason).set("removed", Edits.change(false, true)));
            } else if (!task.ended()) {
                Move move = moves.move(task, actor, MoveRequest.trigger("abandon", Json.object()));
                tokens.delete(move, task.processInstanceId(), reason);
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

    /** The states that a task can go to next, whoever makes it go. */
    public Set<String> allowed(Task task) {
        return task.ended() ? Set.of() : lifecycle(task).targets(task.state());
    }

    public List<Option> options(Task task, Actor actor) {
        DeployedLifecycle deployed = lifecycles.of(task.definitionId());
        Lifecycle lifecycle = deployed.lifecycle();
        boolean turn = task.ended() || moves.look(task, actor).shares().areFor(actor);
        return exits(lifecycle, task)
                .map(exit -> new Option(
                        exit.trigger(),
                        task.ended() ? Set.of() : lifecycle.targets(task.state(), exit),
                        exit.guard().roleNames(),
                        exit.guard().required(),
                        (turn || exit.byMessage()) && guards.permits(exit.guard(), actor, task),
                        ArtifactRequirement.of(exit.guard(), deployed),
                        exit.byMessage()))
                .toList();
    }

    private static Stream<Exit> exits(Lifecycle lifecycle, Task task) {
        if (!task.ended()) {
            return lifecycle.exits(task.state()).stream().filter(Exit::requestable);
        }
        State.Afterwards last =
                task.abandoned() ? null : lifecycle.state(task.state()).afterwards();
        return Stream.ofNullable(last).map(State.Afterwards::exit);
    }

    private Lifecycle lifecycle(Task task) {
        return lifecycles.of(task.definitionId()).lifecycle();
    }

    private <T> T refusals(Supplier<T> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            Optional<Refusal> refusal = e instanceof Refusal own ? Optional.of(own) : EngineErrors.refusal(e);
            refusal.ifPresent(moves::refused);
            throw refusal.isPresent() ? refusal.get() : e;
        }
    }
}
