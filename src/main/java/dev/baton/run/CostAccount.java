package dev.baton.run;

import dev.baton.ledger.Task;
import java.math.BigDecimal;
import java.util.Optional;

/** Keeps the costs of some tasks beside the sums of their runs, and has a budget of its own. Ignores other tasks. */
public interface CostAccount {

    /** Adds the cost of a run. */
    void charge(Task task, BigDecimal costUsd);

    /** Takes over the budget in the task's data, which may have changed. */
    void budgetChanged(Task task);

    /** In how far the task is over budget; empty if it is not. */
    Optional<String> overspent(Task task);
}
