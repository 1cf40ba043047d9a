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

/** Adds up reported runs. Over the budget, or after failures in a row, the system takes the task out of the agent's hands. */
@Service
public class RunReports {

    /** How many failures in a row are too many. */
    static final String MAX_FAILURES = "maxToolFailures";

    static final int DEFAULT_MAX_FAILURES = 3;

    /** What a task shows where the diagram has no way out for the system. */
    static final String OVER_BUDGET = "over-budget";

    static final String FAILING = "runs-fail";

    /** @param state where the task is now */
    public record Reported(Costs.Summary costs, String state) {}

    private final Reporting reporting;
    private final Costs costs;
    private final Ledger ledger;
    private final Policy policy;
    private final TransactionRunner work;
    private final Clock clock;

    RunReports(Reporting reporting, Costs costs, Ledger ledger, Policy policy, TransactionRunner work, Clock clock) {
        this.reporting = reporting;
        this.costs = costs;
        this.ledger = ledger;
        this.policy = policy;
        this.work = work;
        this.clock = clock;
    }

    public Reported report(String id, Run run, Actor actor) {
        return work.inTransaction(false, () -> {
            Task task = reporting.lock(id, actor);
            costs.add(task, run);
            boolean over = costs.of(task).overBudget();
            boolean failing = run.failed() && Costs.failures(task) >= maxFailures(task);
            boolean ask = over && reporting.canStepIn(task, Reporting.ASK);
            boolean block = failing && !ask && reporting.canStepIn(task, Reporting.BLOCK);
            flag(task, OVER_BUDGET, over);
            flag(task, FAILING, failing);
            ledger.update(task, List.of(new TaskRecord("runs", 0, clock.instant(), actor.id(), run.document())));
            if (ask) {
                askForMore(task, actor);
            } else if (block) {
                block(task, run, actor);
            }
            return new Reported(costs.of(task), task.state());
        });
    }

    private static void flag(Task task, String flag, boolean raised) {
        if (raised) {
            task.flags().add(flag);
        } else {
            task.flags().remove(flag);
        }
    }

    private int maxFailures(Task task) {
        return policy.of(task.lifecycle(), MAX_FAILURES, DEFAULT_MAX_FAILURES);
    }

    private void askForMore(Task task, Actor actor) {
        Costs.Summary now = costs.of(task);
        String reason = "The runs have cost " + now.totalCost().toPlainString() + " USD, the budget is "
                + now.budgetUsd().toPlainString() + " USD";
        reporting.stepIn(
                task,
                Reporting.ASK,
                Json.object().put("reason", reason).put("risk", "RED").put("cause", "budget"),
                actor);
    }

    private void block(Task task, Run run, Actor actor) {
        String reason = Costs.failures(task) + " runs failed in a row, the last one of "
                + (run.tool() == null ? "an unnamed tool" : "'" + run.tool() + "'");
        reporting.stepIn(
                task, Reporting.BLOCK, Json.object().put("reason", reason).put("cause", "failures"), actor);
    }
}
