package dev.baton.claim;

import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Marks a task whose worker has not been heard of for too long. Its state stays: nobody knows whether the work goes on. */
@Component
class StuckFlag implements MoveDelegate {

    static final String NAME = "no-progress";

    private static final Logger LOG = LoggerFactory.getLogger(StuckFlag.class);

    private final MeterRegistry metrics;

    StuckFlag(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        task.flags().add(NAME);
        metrics.counter("baton.no.progress", "lifecycle", task.lifecycle()).increment();
        LOG.warn(
                "Task {} is in {} and nothing was heard of {} since {}; it stays there until somebody looks after it",
                task.id(),
                task.state(),
                task.assignee(),
                task.stateEnteredAt());
    }
}
