package dev.baton.dependency;

import dev.baton.assignment.Editors;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Service;

/** Replaces the blockers of an existing task. */
@Service
public class Blockers {

    private final Dependencies dependencies;
    private final WakeUp wakeUp;
    private final Lifecycles lifecycles;
    private final Ledger ledger;
    private final Edits edits;
    private final TransactionRunner transactions;

    Blockers(
            Dependencies dependencies,
            WakeUp wakeUp,
            Lifecycles lifecycles,
            Ledger ledger,
            Edits edits,
            TransactionRunner transactions) {
        this.dependencies = dependencies;
        this.wakeUp = wakeUp;
        this.lifecycles = lifecycles;
        this.ledger = ledger;
        this.edits = edits;
        this.transactions = transactions;
    }

    /** Unblocks the task at once if all its new blockers have finished. */
    public Task replace(String id, List<String> blockers, Actor actor) {
        return transactions.inTransaction(false, () -> {
            dependencies.lockGraph();
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            Editors.refuseOthers(task, actor, "change what it waits for");
            if (task.ended()) {
                throw new Refusal(Reason.CONFLICT, "blockedBy", "Task " + id + " has ended and waits for nothing");
            }
            dependencies.refuseCycle(id, blockers);
            int unmet = Dependencies.unmet(dependencies.lock(blockers));
            boolean blocked = wakeUp.isBlocked(task);
            if (unmet > 0 && !blocked && !checksBlockersOnExit(task)) {
                throw new Refusal(
                        Reason.CONFLICT,
                        "blockedBy",
                        "Task " + id + " is in '" + task.state() + "', from where it can't begin to wait for others");
            }
            boolean unblocked = blocked && unmet == 0;
            List<String> before = dependencies.blockers(id).stream()
                    .map(Dependencies.Blocker::id)
                    .toList();
            if (unblocked || !Set.copyOf(before).equals(Set.copyOf(blockers))) {
                dependencies.replace(id, blockers);
                edits.record(task, actor, Json.object().set("blockedBy", Edits.change(before, blockers)));
            }
            return unblocked ? wakeUp.unblock(task, actor.id()) : task;
        });
    }

    /** Whether an exit of the state requires that the blockers have finished. */
    private boolean checksBlockersOnExit(Task task) {
        return lifecycles.of(task.definitionId()).lifecycle().exits(task.state()).stream()
                .anyMatch(exit -> exit.guard().needs().contains(BlockersFinished.NAME));
    }
}
