package dev.baton.metrics;

import dev.baton.ledger.TaskQueries;
import dev.baton.ledger.TaskQueries.Filter;
import dev.baton.move.TaskMoved;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * How many tasks are under way, and a warning when there are many. Nobody is held up: to make tasks wait is for those
 * who make them. The number is kept here rather than counted for every new task; what other servers on the same
 * database do to it comes in twice a minute.
 */
@Component
public class ActiveTasks {

    private static final Logger LOG = LoggerFactory.getLogger(ActiveTasks.class);

    private final TaskQueries queries;
    private final int limit;
    private final MeterRegistry metrics;
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean warned = new AtomicBoolean();

    ActiveTasks(TaskQueries queries, @Value("${baton.max-active}") int limit, MeterRegistry metrics) {
        this.queries = queries;
        this.limit = limit;
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
        if (moved.steps().isEmpty()) {
            return;
        }
        boolean began = moved.steps().get(0).from() == null;
        boolean ended = moved.task().ended();
        notice(count.addAndGet((began ? 1 : 0) - (ended ? 1 : 0)));
    }

    @EventListener(ApplicationStartedEvent.class)
    @Scheduled(fixedDelayString = "PT30S", initialDelayString = "PT30S")
    void countAgain() {
        count.set(queries.count(new Filter(null, null, true, null)));
        notice(count.get());
    }

    /** Once each time that the limit is reached, not with every task above it. */
    private void notice(long now) {
        if (now < limit) {
            warned.set(false);
        } else if (warned.compareAndSet(false, true)) {
            metrics.counter("baton.active.limit.reached").increment();
            LOG.warn(
                    "{} tasks are active and the limit is {}: new ones are still taken, but whoever makes them should"
                            + " think of queueing",
                    now,
                    limit);
        }
    }
}
