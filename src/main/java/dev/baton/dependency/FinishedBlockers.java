package dev.baton.dependency;

import dev.baton.engine.deployment.Lifecycles;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Announces finished blockers of tasks that a person or an agent has to move on: in the log, and by a flag if the task waited
 * for nothing else.
 */
@Component
class FinishedBlockers {

    private static final Logger LOG = LoggerFactory.getLogger(FinishedBlockers.class);

    private final Lifecycles lifecycles;
    private final Ledger ledger;
    private final Map<String, BlockerRule> rules;

    FinishedBlockers(Lifecycles lifecycles, Ledger ledger, Map<String, BlockerRule> rules) {
        this.lifecycles = lifecycles;
        this.ledger = ledger;
        this.rules = rules;
    }

    /** Whether an exit of the state is guarded by a rule about blockers. */
    boolean areCheckedIn(Lifecycle lifecycle, String state) {
        return lifecycle.exits(state).stream()
                .anyMatch(exit -> exit.guard().needs().stream().anyMatch(rules::containsKey));
    }

    /** @param blocker null if it was removed */
    Task announce(Task task, String blocker, int unfinished) {
        boolean offered = unfinished == 0 && waitsForNothingElse(task);
        if (offered && task.flags().add(Flags.BLOCKERS_FINISHED)) {
            ledger.update(task);
        }
        LOG.info(
                "Task {} in {}: {}, {} left; {}",
                task.id(),
                task.state(),
                blocker == null
                        ? "its last unfinished blocker was removed"
                        : "its blocker " + blocker + " has finished",
                unfinished,
                offered ? "it can go on, and is flagged" : "it stays as it is");
        return task;
    }

    /**
     * A state that waits for an agent checks the blockers when work starts; one that waits for a person may have other
     * conditions.
     */
    private boolean waitsForNothingElse(Task task) {
        Lifecycle lifecycle = lifecycles.of(task.definitionId()).lifecycle();
        return WaitForTasks.isMarked(task)
                || lifecycle.state(task.state()).waitsFor() == State.Waits.AGENT
                        && areCheckedIn(lifecycle, task.state());
    }
}
