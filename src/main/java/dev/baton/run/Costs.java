package dev.baton.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.policy.Policy;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** What a task has cost so far, and what it may cost: its own budget, or that of its lifecycle. */
@Component
public class Costs {

    public static final String SUMMARY = "costSummary";
    public static final String BUDGET = "budgetUsd";
    static final String FAILURES = "failedRuns";

    /** @param budgetUsd null when there is no limit */
    public record Summary(BigDecimal totalCost, long runCount, long tokenCount, BigDecimal budgetUsd) {

        public boolean overBudget() {
            return budgetUsd != null && totalCost.compareTo(budgetUsd) > 0;
        }
    }

    private final Policy policy;

    Costs(Policy policy) {
        this.policy = policy;
    }

    public Summary of(Task task) {
        var known = task.data().path(SUMMARY);
        return new Summary(
                plain(known.path("totalCost").decimalValue()),
                known.path("runCount").longValue(),
                known.path("tokenCount").longValue(),
                budget(task));
    }

    void add(Task task, Run run) {
        Summary before = of(task);
        write(
                task,
                new Summary(
                        before.totalCost().add(run.costUsd()),
                        before.runCount() + 1,
                        Math.addExact(before.tokenCount(), run.tokens()),
                        before.budgetUsd()));
        task.data().put(FAILURES, run.failed() ? failures(task) + 1 : 0);
    }

    /** Puts the sums into the task's data, also when there were no runs. */
    public void settle(Task task) {
        write(task, of(task));
    }

    private static void write(Task task, Summary summary) {
        ObjectNode node = Json.object();
        node.put("totalCost", plain(summary.totalCost()));
        node.put("runCount", summary.runCount());
        node.put("tokenCount", summary.tokenCount());
        task.data().set(SUMMARY, node);
    }

    static int failures(Task task) {
        return task.data().path(FAILURES).intValue();
    }

    /** A person has looked at it: failures count from nothing again. */
    public static void forgetFailures(Task task) {
        task.data().remove(FAILURES);
    }

    private BigDecimal budget(Task task) {
        var own = task.data().path(BUDGET);
        return own.isNumber() ? plain(own.decimalValue()) : policy.of(task.lifecycle(), BUDGET, (BigDecimal) null);
    }

    /** The overrun is accepted: the task may cost what was decided, or its budget once more on top of what it has cost. */
    public BigDecimal raiseBudget(Task task, BigDecimal decided) {
        Summary now = of(task);
        BigDecimal budget = now.budgetUsd() == null ? BigDecimal.ZERO : now.budgetUsd();
        BigDecimal raised = plain(decided == null ? now.totalCost().add(budget) : decided);
        task.data().put(BUDGET, raised);
        return raised;
    }

    /** Without an exponent, as people write sums of money. */
    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
