package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ledger.Task;
import dev.baton.run.CostAccount;
import java.math.BigDecimal;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Adds the cost of runs that workers report to the checkpoint: to the current phase, if one is under way. */
@Component
class RunCosts implements CostAccount {

    @Override
    public void charge(Task task, BigDecimal costUsd) {
        Checkpoint.find(task).ifPresent(checkpoint -> {
            if (checkpoint.phases().inProgress()) {
                checkpoint.spendOnPhase(costUsd);
            } else {
                checkpoint.budget().spend("other_cost_usd", costUsd);
            }
        });
    }

    @Override
    public void budgetChanged(Task task) {
        JsonNode budget = task.data().path("budgetUsd");
        if (budget.isNumber()) {
            Checkpoint.find(task)
                    .filter(checkpoint -> checkpoint.phases().exist())
                    .ifPresent(checkpoint -> checkpoint.budget().limit(Usd.of(budget)));
        }
    }

    @Override
    public Optional<String> overspent(Task task) {
        return Checkpoint.find(task)
                .map(Checkpoint::budget)
                .filter(RunBudget::isExceeded)
                .map(budget -> "The run has cost " + budget.spent().toPlainString() + " USD, the budget is "
                        + budget.limit().toPlainString() + " USD");
    }
}
