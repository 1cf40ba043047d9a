package dev.baton.edit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Assignees;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.identity.Identities;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.TransactionRunner;
import dev.baton.policy.Policy;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Service;

/**
 * Hands the work on a task to another user. The state stays; the new assignee gets a new lease, so that the one before can
 * no longer move the task.
 */
@Service
public class Handovers {

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Identities identities;
    private final ProcessInstances instances;
    private final Policy policy;
    private final Edits edits;
    private final TransactionRunner transactions;
    private final Clock clock;

    Handovers(
            Ledger ledger,
            Lifecycles lifecycles,
            Identities identities,
            ProcessInstances instances,
            Policy policy,
            Edits edits,
            TransactionRunner transactions,
            Clock clock) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.identities = identities;
        this.instances = instances;
        this.policy = policy;
        this.edits = edits;
        this.transactions = transactions;
        this.clock = clock;
    }

    public Task handOver(String id, String to, String reason, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            check(task, to, actor);
            String before = task.assignee();
            ObjectNode changes = Json.object().put("reason", reason);
            changes.set("assignee", Edits.change(before, to));
            assign(task, before, to);
            if (policy.hasLeases(task.lifecycle())) {
                task.startLease(to, instances.restartTimer(task.waitId(), task.processInstanceId()), clock.instant());
            }
            task.flags().removeAll(Set.of(Flags.NO_PROGRESS, Flags.LEASE_LOST));
            edits.record(task, actor, changes);
            return task;
        });
    }

    private void check(Task task, String to, Actor actor) {
        String subject = "Task " + task.id() + ": ";
        if (!actor.supervises()) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "actor",
                    subject + actor.id() + " may not hand it to somebody else: this is for "
                            + String.join(", ", Groups.SUPERVISORS));
        }
        boolean workedOn = !task.ended()
                && lifecycles
                        .of(task.definitionId())
                        .lifecycle()
                        .state(task.state())
                        .leased();
        if (!workedOn) {
            throw new Refusal(Reason.CONFLICT, "state", subject + "nobody works on it in '" + task.state() + "'");
        }
        if (!identities.knows(to)) {
            throw new Refusal(Reason.INVALID, "to", subject + "there is no user '" + to + "'");
        }
        if (to.equals(task.assignee())) {
            throw new Refusal(Reason.INVALID, "to", subject + to + " works on it already");
        }
    }

    /** Of several assignees only the one who worked on the task is replaced. */
    private static void assign(Task task, String before, String to) {
        Set<String> assignees = new LinkedHashSet<>();
        Assignees.of(task).forEach(user -> assignees.add(user.equals(before) ? to : user));
        if (!assignees.isEmpty()) {
            assignees.add(to);
            Assignees.set(task, List.copyOf(assignees));
        }
        task.assignTo(to);
    }
}
