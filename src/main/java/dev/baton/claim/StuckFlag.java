package dev.baton.claim;

import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Flags a task without a heartbeat for too long. The state does not change, because the worker may still be running. */
@Component
class StuckFlag implements MoveDelegate {

    private static final Logger LOG = LoggerFactory.getLogger(StuckFlag.class);

    private final MeterRegistry metrics;

    StuckFlag(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        task.flags().add(Flags.NO_PROGRESS);
        metrics.counter("baton.no.progress", "lifecycle", task.lifecycle()).increment();
        LOG.warn(
                "Task {} in {}: no heartbeat of {} in time (in this state since {}); it keeps its state until someone moves it",
                task.id(),
                task.state(),
                task.assignee(),
                task.stateEnteredAt());
    }
}
