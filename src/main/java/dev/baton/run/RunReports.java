package dev.baton.run;

import dev.baton.core.Actor;
import dev.baton.edit.TaskEditHook;
import dev.baton.json.Json;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.move.SystemMoves;
import dev.baton.move.TransactionRunner;
import dev.baton.policy.Policy;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Adds up reported runs. Over budget the system requests an approval or stops the task; after too many consecutive failures it blocks
 * the task.
 */
@Service
public class RunReports implements TaskEditHook {

    /** The setting for the number of consecutive failures that block a task. */
    static final String MAX_FAILURES = "maxToolFailures";

    static final int DEFAULT_MAX_FAILURES = 3;

    /** What the system does with a task; where the diagram has no such trigger for it, the task is only flagged. */
    static final String REQUEST_APPROVAL = "request-approval";

    private static final String BLOCK = "block";
    private static final String STOP = "over-budget";

    /** @param state the task's state after the report */
    public record Reported(Costs.Summary costs, String state) {}

    private final ReportedTasks reportedTasks;
    private final SystemMoves systemMoves;
    private final Costs costs;
    private final List<CostAccount> accounts;
    private final Ledger ledger;
    private final Policy policy;
    private final TransactionRunner transactions;
    private final Clock clock;

    RunReports(
            ReportedTasks reportedTasks,
            SystemMoves systemMoves,
            Costs costs,
            List<CostAccount> accounts,
            Ledger ledger,
            Policy policy,
            TransactionRunner transactions,
            Clock clock) {
        this.reportedTasks = reportedTasks;
        this.systemMoves = systemMoves;
        this.costs = costs;
        this.accounts = accounts;
        this.ledger = ledger;
        this.policy = policy;
        this.transactions = transactions;
        this.clock = clock;
    }

    public Reported report(String id, Run run, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = reportedTasks.lock(id, actor);
            costs.add(task, run);
            accounts.forEach(account -> account.charge(task, run.costUsd()));
            boolean failing = run.failed() && Costs.failures(task) >= maxFailures(task);
            setFlag(task, Flags.RUNS_FAIL, failing);
            boolean request = flagOverrun(task);
            ledger.update(task, List.of(new TaskRecord("runs", 0, clock.instant(), actor.id(), run.document())));
            if (request) {
                requestBudget(task, actor);
            } else if (mustStop(task)) {
                stop(task, actor);
            } else if (failing && systemMoves.canMove(task, BLOCK)) {
                block(task, run, actor);
            }
            return new Reported(costs.of(task), task.state());
        });
    }

    private Optional<String> overspent(Task task) {
        return accounts.stream()
                .flatMap(account -> account.overspent(task).stream())
                .findFirst();
    }

    private boolean mustStop(Task task) {
        return overspent(task).isPresent() && systemMoves.canMove(task, STOP);
    }

    private void stop(Task task, Actor actor) {
        systemMoves.move(task, STOP, Json.object().put("reason", overspent(task).orElseThrow()), actor);
    }

    /** A lowered budget can be exceeded at once. */
    @Override
    public void edited(Task task, Actor actor) {
        accounts.forEach(account -> account.budgetChanged(task));
        boolean request = flagOverrun(task);
        ledger.update(task);
        if (request) {
            requestBudget(task, actor);
        } else if (mustStop(task)) {
            stop(task, actor);
        }
    }

    /** @return whether an approval has to be requested now */
    private boolean flagOverrun(Task task) {
        boolean overBudget = costs.of(task).overBudget() || overspent(task).isPresent();
        setFlag(task, Flags.OVER_BUDGET, overBudget);
        return overBudget && systemMoves.canMove(task, REQUEST_APPROVAL);
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
        String reason = costs.of(task).overrun();
        systemMoves.move(
                task,
                REQUEST_APPROVAL,
                Json.object().put("reason", reason).put("risk", "RED").put("cause", "budget"),
                actor);
    }

    private void block(Task task, Run run, Actor actor) {
        String reason = Costs.failures(task) + " runs failed in a row, the last one of "
                + (run.tool() == null ? "an unnamed tool" : "'" + run.tool() + "'");
        systemMoves.move(task, BLOCK, Json.object().put("reason", reason).put("cause", "failures"), actor);
    }
}
