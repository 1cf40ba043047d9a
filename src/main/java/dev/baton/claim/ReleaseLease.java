package dev.baton.claim;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Ends a lease that has run out, for states that the system can't leave: the task can be claimed again. */
@Component
class ReleaseLease implements MoveDelegate {

    private static final Logger LOG = LoggerFactory.getLogger(ReleaseLease.class);

    @Override
    public void execute(Move move) {
        LOG.info(
                "Task {} in {}: the lease of {} ran out; it can be claimed again",
                move.task().id(),
                move.task().state(),
                move.task().assignee());
        move.releaseLease();
    }
}
