package dev.baton.cognition;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/** Counts and logs stored reflections. */
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
                "Stored a reflection on task {}: {} facts, {} episode; the state of the task does not change",
                reflected.taskId(),
                reflected.facts(),
                reflected.episode() ? "an" : "no");
    }
}
