package dev.baton.pipeline;

import dev.baton.core.LifecycleError;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.pipeline.Retries.Failure;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Starts the phase's next attempt at the same tier, unless the money is spent, the breaker trips, or the tier's attempts are
 * used up.
 */
@Component
class PrepareRetry implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Checkpoint checkpoint = Checkpoint.of(move.task());
        Retries retries = checkpoint.settings().retries();
        List<Failure> failures = checkpoint.failures();
        if (checkpoint.budget().isExceeded()) {
            throw new LifecycleError("over-budget");
        }
        if (retries.breakerTripped(failures, checkpoint.atTopTier())) {
            throw new LifecycleError("breaker-tripped");
        }
        if (retries.tierUsedUp(failures)) {
            throw new LifecycleError("tier-used-up");
        }
        checkpoint.startNextAttempt();
    }
}
