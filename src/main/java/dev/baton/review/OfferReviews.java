package dev.baton.review;

import dev.baton.engine.instance.ProcessInstances;
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

/** Offers overdue reviews to the group of possible reviewers; the reviewer who is late can still submit. */
@Component
class OfferReviews implements MoveDelegate {

    private static final Logger LOG = LoggerFactory.getLogger(OfferReviews.class);
    static final String SETTING = "reviewOverdue";

    private final ProcessInstances processInstances;
    private final ReviewTable table;
    private final Policy policy;
    private final MeterRegistry metrics;

    OfferReviews(ProcessInstances processInstances, ReviewTable table, Policy policy, MeterRegistry metrics) {
        this.table = table;
        this.processInstances = processInstances;
        this.policy = policy;
        this.metrics = metrics;
    }

    @Override
    public void execute(Move move) {
        for (OpenPart review : move.participants().open()) {
            if (!review.free() && isOverdue(move, review)) {
                offer(move, review);
            }
        }
    }

    /** The state's timer counts for reviewers assigned on entry; a later assignment starts a period of its own. */
    private boolean isOverdue(Move move, OpenPart review) {
        Task task = move.task();
        return !review.since().isAfter(task.stateEnteredAt())
                || !review.since().plus(allowedTime(task)).isAfter(move.now());
    }

    private Duration allowedTime(Task task) {
        String own = task.data().path(SETTING).asText(null);
        return own != null ? Duration.parse(own) : policy.of(task.lifecycle(), SETTING, Duration.ofDays(1));
    }

    private void offer(Move move, OpenPart review) {
        Task task = move.task();
        String group = table.of(task).group();
        move.participants().offer(review, group);
        processInstances.offer(review.userTask(), group);
        metrics.counter("baton.reviews.overdue", "lifecycle", task.lifecycle()).increment();
        LOG.warn(
                "The review of task {} by {} is overdue, it was assigned at {}; offered it to the group {}",
                task.id(),
                review.person(),
                review.since(),
                group);
    }
}
