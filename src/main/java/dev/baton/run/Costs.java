package dev.baton.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.ComputedField;
import dev.baton.policy.Policy;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/**
 * The cost of a task so far and its budget, which is its own or that of its lifecycle. Diagrams read
 * {@code ${task.overBudget}}.
 */
@Component
public class Costs implements ComputedField {

    public static final String SUMMARY = "costSummary";
    public static final String BUDGET = "budgetUsd";
    static final String FAILURES = "failedRuns";

    /** @param budgetUsd null when there is no limit */
    public record Summary(BigDecimal totalCost, long runCount, long tokenCount, BigDecimal budgetUsd) {

        boolean overBudget() {
            return budgetUsd != null && totalCost.compareTo(budgetUsd) > 0;
        }

        /** The reason for a request of more budget. */
        public String overrun() {
            return "The runs have cost " + totalCost.toPlainString() + " USD, the budget is "
                    + budgetUsd.toPlainString() + " USD";
        }
    }

    private final Policy policy;

    Costs(Policy policy) {
        this.policy = policy;
    }

    @Override
    public String name() {
        return "overBudget";
    }

    @Override
    public Object value(Task task) {
        return of(task).overBudget();
    }

    public Summary of(Task task) {
        var stored = task.data().path(SUMMARY);
        return new Summary(
                plain(stored.path("totalCost").decimalValue()),
                stored.path("runCount").longValue(),
                stored.path("tokenCount").longValue(),
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

    /** Writes the sums to the task's data, also when there were no runs. */
    public void writeSummary(Task task) {
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

    /** Sets the count of consecutive failures to zero. */
    public static void resetFailures(Task task) {
        task.data().remove(FAILURES);
    }

    private BigDecimal budget(Task task) {
        var own = task.data().path(BUDGET);
        return own.isNumber() ? plain(own.decimalValue()) : policy.of(task.lifecycle(), BUDGET, (BigDecimal) null);
    }

    /** @param newBudget null for the current budget on top of what the task has cost */
    public BigDecimal raiseBudget(Task task, BigDecimal newBudget) {
        Summary now = of(task);
        BigDecimal budget = now.budgetUsd() == null ? BigDecimal.ZERO : now.budgetUsd();
        BigDecimal raised = plain(newBudget == null ? now.totalCost().add(budget) : newBudget);
        task.data().put(BUDGET, raised);
        return raised;
    }

    /** Without an exponent. */
    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
