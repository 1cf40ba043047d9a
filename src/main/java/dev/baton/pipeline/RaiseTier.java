package dev.baton.pipeline;

import dev.baton.core.LifecycleError;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Starts the phase's next attempt at the next tier; at the top tier only while retries are left. */
@Component
class RaiseTier implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Checkpoint checkpoint = Checkpoint.of(move.task());
        if (!checkpoint.atTopTier()) {
            checkpoint.raiseTier();
        } else if (checkpoint.settings().retries().usedUp(checkpoint.failures())) {
            throw new LifecycleError("top-tier-used-up");
        }
        checkpoint.startNextAttempt();
    }
}
