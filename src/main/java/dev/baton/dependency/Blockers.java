package dev.baton.dependency;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Editors;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.move.SystemMoves;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Service;

/**
 * Replaces the blockers of an existing task. Unfinished ones block a task that an agent works on; in other states they are
 * checked when work starts or continues.
 */
@Service
public class Blockers {

    private static final String BLOCK = "block";

    private final Dependencies dependencies;
    private final WakeUp wakeUp;
    private final Lifecycles lifecycles;
    private final Ledger ledger;
    private final Edits edits;
    private final TransactionRunner transactions;
    private final FinishedBlockers finishedBlockers;
    private final WaitForTasks waitForTasks;
    private final SystemMoves systemMoves;

    Blockers(
            Dependencies dependencies,
            WakeUp wakeUp,
            Lifecycles lifecycles,
            Ledger ledger,
            Edits edits,
            TransactionRunner transactions,
            FinishedBlockers finishedBlockers,
            WaitForTasks waitForTasks,
            SystemMoves systemMoves) {
        this.dependencies = dependencies;
        this.wakeUp = wakeUp;
        this.lifecycles = lifecycles;
        this.ledger = ledger;
        this.edits = edits;
        this.transactions = transactions;
        this.finishedBlockers = finishedBlockers;
        this.waitForTasks = waitForTasks;
        this.systemMoves = systemMoves;
    }

    /** Unblocks the task at once if all its new blockers have finished. */
    public Task replace(String id, List<String> blockers, Actor actor) {
        return transactions.inTransaction(() -> {
            dependencies.lockGraph();
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            Editors.refuseOthers(task, actor, "change what it waits for");
            if (task.ended()) {
                throw new Refusal(Reason.CONFLICT, "blockedBy", "Task " + id + " has ended and waits for nothing");
            }
            dependencies.refuseCycle(id, blockers);
            return Dependencies.unmet(dependencies.lock(blockers)) > 0
                    ? waitFor(blockers, task, actor)
                    : goOn(blockers, task, actor);
        });
    }

    private Task waitFor(List<String> blockers, Task task, Actor actor) {
        boolean blocked = wakeUp.isBlocked(task);
        boolean blocks = !blocked && blocksWork(task);
        if (!blocked && !blocks && !countsLater(task)) {
            throw new Refusal(
                    Reason.CONFLICT,
                    "blockedBy",
                    "Task " + task.id() + " is in '" + task.state()
                            + "', from where it can't begin to wait for others");
        }
        task.flags().remove(Flags.BLOCKERS_FINISHED);
        List<String> before = blockersOf(task);
        if (!sameTasks(before, blockers)) {
            store(before, blockers, task, actor);
        }
        return blocks ? block(task, actor) : task;
    }

    /** All blockers have finished, or there are none. A blocked task gets an entry in its history in any case, which says why it goes on. */
    private Task goOn(List<String> blockers, Task task, Actor actor) {
        boolean blocked = wakeUp.isBlocked(task);
        boolean waited = dependencies.unmet(task.id()) > 0;
        List<String> before = blockersOf(task);
        if (blocked || !sameTasks(before, blockers)) {
            store(before, blockers, task, actor);
        }
        if (blocked) {
            return wakeUp.unblock(task, actor.id());
        }
        return waited ? finishedBlockers.announce(task, null, 0) : task;
    }

    private List<String> blockersOf(Task task) {
        return dependencies.blockers(task.id()).stream()
                .map(Dependencies.Blocker::id)
                .toList();
    }

    private static boolean sameTasks(List<String> some, List<String> others) {
        return Set.copyOf(some).equals(Set.copyOf(others));
    }

    private void store(List<String> before, List<String> blockers, Task task, Actor actor) {
        dependencies.replace(task.id(), blockers);
        edits.record(task, actor, Json.object().set("blockedBy", Edits.change(before, blockers)));
    }

    private Task block(Task task, Actor actor) {
        WaitForTasks.mark(task);
        ObjectNode payload =
                Json.object().put("reason", waitForTasks.reason(task)).put("cause", "dependencies");
        return systemMoves.move(task, BLOCK, payload, actor);
    }

    /** Whether an agent works on the task, and the system can stop that. */
    private boolean blocksWork(Task task) {
        Lifecycle lifecycle = lifecycle(task);
        return lifecycle.state(task.state()).waitsFor() == State.Waits.AGENT
                && !finishedBlockers.areCheckedIn(lifecycle, task.state())
                && systemMoves.canMove(task, BLOCK);
    }

    /** Whether blockers are checked when the task leaves its state or, if it waits for a person, the state after that. */
    private boolean countsLater(Task task) {
        Lifecycle lifecycle = lifecycle(task);
        return finishedBlockers.areCheckedIn(lifecycle, task.state())
                || lifecycle.state(task.state()).waitsFor() == State.Waits.PERSON
                        && lifecycle.targets(task.state()).stream()
                                .anyMatch(next -> finishedBlockers.areCheckedIn(lifecycle, next));
    }

    private Lifecycle lifecycle(Task task) {
        return lifecycles.of(task.definitionId()).lifecycle();
    }
}
