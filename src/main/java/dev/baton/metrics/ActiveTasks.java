package dev.baton.metrics;

import dev.baton.ledger.TaskFilter;
import dev.baton.ledger.TaskQueries;
import dev.baton.move.TaskMoved;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Counts the active tasks and warns when the limit is reached; creating more is still allowed. The count is kept in memory
 * to avoid a query for each new task, and read from the database twice a minute to include other servers' tasks.
 */
@Component
public class ActiveTasks {

    private static final Logger LOG = LoggerFactory.getLogger(ActiveTasks.class);

    private final TaskQueries queries;
    private final int limit;
    private final MeterRegistry metrics;
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean warned = new AtomicBoolean();

    ActiveTasks(TaskQueries queries, ActiveTaskSettings settings, MeterRegistry metrics) {
        this.queries = queries;
        this.limit = settings.maxActive();
        this.metrics = metrics;
        Gauge.builder("baton.active", count, AtomicLong::get)
                .description("Tasks that have not ended")
                .register(metrics);
        Gauge.builder("baton.active.limit", () -> limit)
                .description("The number of active tasks that is warned of")
                .register(metrics);
    }

    public long count() {
        return count.get();
    }

    public int limit() {
        return limit;
    }

    public boolean limitReached() {
        return count() >= limit;
    }

    @TransactionalEventListener
    void moved(TaskMoved moved) {
        if (moved.entries().isEmpty()) {
            return;
        }
        boolean created = moved.entries().get(0).from() == null;
        boolean ended = moved.task().ended();
        warnIfLimitReached(count.addAndGet((created ? 1 : 0) - (ended ? 1 : 0)));
    }

    @EventListener(ApplicationStartedEvent.class)
    @Scheduled(fixedDelayString = "PT30S", initialDelayString = "PT30S")
    void recount() {
        count.set(queries.count(TaskFilter.active(null)).tasks());
        warnIfLimitReached(count.get());
    }

    /** Warns once each time the limit is reached, not for every task above it. */
    private void warnIfLimitReached(long now) {
        if (now < limit) {
            warned.set(false);
        } else if (warned.compareAndSet(false, true)) {
            metrics.counter("baton.active.limit.reached").increment();
            LOG.warn(
                    "{} tasks are active and the limit is {}: new tasks are still accepted, but their creators should"
                            + " slow down or queue",
                    now,
                    limit);
        }
    }
}
