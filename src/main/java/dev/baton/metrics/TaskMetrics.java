package dev.baton.metrics;

import dev.baton.engine.EngineHealth;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.TaskQueries;
import dev.baton.move.MoveRefused;
import dev.baton.move.TaskMoved;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/** Counts transitions and refusals, and updates the gauges every few seconds. */
@Component
class TaskMetrics {

    private final MeterRegistry registry;
    private final TaskQueries tasks;
    private final EngineHealth engine;
    private final Clock clock;
    private final MultiGauge byState;
    private final AtomicLong overdue;
    private final AtomicLong incidents;

    TaskMetrics(MeterRegistry registry, TaskQueries tasks, EngineHealth engine, Clock clock) {
        this.registry = registry;
        this.tasks = tasks;
        this.engine = engine;
        this.clock = clock;
        this.byState = MultiGauge.builder("baton.tasks")
                .description("Tasks by lifecycle and state")
                .register(registry);
        this.overdue = registry.gauge("baton.jobs.overdue", new AtomicLong());
        this.incidents = registry.gauge("baton.incidents", new AtomicLong());
    }

    @TransactionalEventListener
    void moved(TaskMoved moved) {
        for (HistoryEntry entry : transitions(moved)) {
            registry.counter(
                            "baton.transitions",
                            "lifecycle",
                            moved.task().lifecycle(),
                            "from",
                            orNone(entry.from()),
                            "to",
                            entry.to(),
                            "trigger",
                            orNone(entry.trigger()))
                    .increment();
        }
    }

    private static List<HistoryEntry> transitions(TaskMoved moved) {
        return moved.entries().stream().filter(HistoryEntry::countsAsTransition).toList();
    }

    private static String orNone(String name) {
        return name == null ? "none" : name;
    }

    @EventListener
    void refused(MoveRefused refused) {
        registry.counter(
                        "baton.refusals",
                        "reason",
                        refused.refusal().reason().name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Scheduled(fixedDelayString = "PT10S")
    void measure() {
        List<MultiGauge.Row<?>> rows = tasks.counts().stream()
                .<MultiGauge.Row<?>>map(
                        c -> MultiGauge.Row.of(Tags.of("lifecycle", c.lifecycle(), "state", c.state()), c.tasks()))
                .toList();
        byState.register(rows, true);
        overdue.set(
                engine.overdueJobs() + tasks.overdueLeases(clock.instant().minusMillis(EngineHealth.OVERDUE_MILLIS)));
        incidents.set(engine.incidents());
    }
}
