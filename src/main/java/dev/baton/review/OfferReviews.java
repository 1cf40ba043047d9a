package dev.baton.review;

import dev.baton.engine.ProcessInstances;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.move.OpenPart;
import dev.baton.policy.Policy;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Offers reviews that are late to everybody who could do them. Who was late still can. */
@Component
class OfferReviews implements MoveDelegate {

    private static final Logger LOG = LoggerFactory.getLogger(OfferReviews.class);
    static final String SETTING = "reviewOverdue";

    private final ProcessInstances tokens;
    private final Policy policy;
    private final MeterRegistry metrics;

    OfferReviews(ProcessInstances tokens, Policy policy, MeterRegistry metrics) {
        this.tokens = tokens;
        this.policy = policy;
        this.metrics = metrics;
    }

    @Override
    public void execute(Move move) {
        for (OpenPart review : move.participants().open()) {
            if (!review.free() && late(move, review)) {
                offer(move, review);
            }
        }
    }

    /** Whoever was asked in the beginning is late when the timer says so; who came later has their own time from then. */
    private boolean late(Move move, OpenPart review) {
        Task task = move.task();
        return !review.since().isAfter(task.stateEnteredAt())
                || !review.since().plus(patience(task)).isAfter(move.now());
    }

    private Duration patience(Task task) {
        String own = task.data().path(SETTING).asText(null);
        return own != null ? Duration.parse(own) : policy.of(task.lifecycle(), SETTING, Duration.ofDays(1));
    }

    private void offer(Move move, OpenPart review) {
        Task task = move.task();
        String group = Criticality.of(task).group();
        move.participants().offer(review, group);
        tokens.offer(review.userTask(), group);
        metrics.counter("baton.reviews.overdue", "lifecycle", task.lifecycle()).increment();
        LOG.warn(
                "Task {} has waited for the review of {} since {}; anybody in {} can take it now",
                task.id(),
                review.person(),
                review.since(),
                group);
    }
}
