package dev.baton.cognition;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/** Lets operators see that tasks are learned from. */
@Component
class ReflectionLog {

    private static final Logger LOG = LoggerFactory.getLogger(ReflectionLog.class);

    private final MeterRegistry metrics;

    ReflectionLog(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @TransactionalEventListener
    void reflected(Reflected reflected) {
        metrics.counter(
                        "baton.reflections",
                        "lifecycle",
                        reflected.lifecycle(),
                        "episode",
                        String.valueOf(reflected.episode()))
                .increment();
        metrics.counter("baton.reflection.facts", "lifecycle", reflected.lifecycle())
                .increment(reflected.facts());
        LOG.info(
                "Task {} was reflected on: {} facts, {} episode; its state stays",
                reflected.taskId(),
                reflected.facts(),
                reflected.episode() ? "an" : "no");
    }
}
