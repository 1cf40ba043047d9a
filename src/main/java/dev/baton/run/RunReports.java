package dev.baton.run;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.move.TransactionRunner;
import dev.baton.policy.Policy;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Service;

/**
 * Adds up reported runs. Over budget the system requests an approval; after too many consecutive failures it blocks
 * the task.
 */
@Service
public class RunReports {

    /** The setting for the number of consecutive failures that block a task. */
    static final String MAX_FAILURES = "maxToolFailures";

    static final int DEFAULT_MAX_FAILURES = 3;

    /** Flags of the task; in states where the diagram has no such trigger for the system they are all that happens. */
    static final String OVER_BUDGET = "over-budget";

    static final String FAILING = "runs-fail";

    /** @param state the task's state after the report */
    public record Reported(Costs.Summary costs, String state) {}

    private final ReportedTasks reportedTasks;
    private final Costs costs;
    private final Ledger ledger;
    private final Policy policy;
    private final TransactionRunner transactions;
    private final Clock clock;

    RunReports(
            ReportedTasks reportedTasks,
            Costs costs,
            Ledger ledger,
            Policy policy,
            TransactionRunner transactions,
            Clock clock) {
        this.reportedTasks = reportedTasks;
        this.costs = costs;
        this.ledger = ledger;
        this.policy = policy;
        this.transactions = transactions;
        this.clock = clock;
    }

    public Reported report(String id, Run run, Actor actor) {
        return transactions.inTransaction(false, () -> {
            Task task = reportedTasks.lock(id, actor);
            costs.add(task, run);
            boolean overBudget = costs.of(task).overBudget();
            boolean failing = run.failed() && Costs.failures(task) >= maxFailures(task);
            boolean request = overBudget && reportedTasks.canMoveAsSystem(task, ReportedTasks.REQUEST_APPROVAL);
            boolean block = failing && !request && reportedTasks.canMoveAsSystem(task, ReportedTasks.BLOCK);
            setFlag(task, OVER_BUDGET, overBudget);
            setFlag(task, FAILING, failing);
            ledger.update(task, List.of(new TaskRecord("runs", 0, clock.instant(), actor.id(), run.document())));
            if (request) {
                requestBudget(task, actor);
            } else if (block) {
                block(task, run, actor);
            }
            return new Reported(costs.of(task), task.state());
        });
    }

    private static void setFlag(Task task, String flag, boolean set) {
        if (set) {
            task.flags().add(flag);
        } else {
            task.flags().remove(flag);
        }
    }

    private int maxFailures(Task task) {
        return policy.of(task.lifecycle(), MAX_FAILURES, DEFAULT_MAX_FAILURES);
    }

    private void requestBudget(Task task, Actor actor) {
        Costs.Summary now = costs.of(task);
        String reason = "The runs have cost " + now.totalCost().toPlainString() + " USD, the budget is "
                + now.budgetUsd().toPlainString() + " USD";
        reportedTasks.moveAsSystem(
                task,
                ReportedTasks.REQUEST_APPROVAL,
                Json.object().put("reason", reason).put("risk", "RED").put("cause", "budget"),
                actor);
    }

    private void block(Task task, Run run, Actor actor) {
        String reason = Costs.failures(task) + " runs failed in a row, the last one of "
                + (run.tool() == null ? "an unnamed tool" : "'" + run.tool() + "'");
        reportedTasks.moveAsSystem(
                task, ReportedTasks.BLOCK, Json.object().put("reason", reason).put("cause", "failures"), actor);
    }
}
