package dev.baton.pipeline;

import dev.baton.core.LifecycleError;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Has the phase run again on a stronger model, or on the strongest once more while there are retries left. */
@Component
class RaiseTier implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        Checkpoint checkpoint = run.checkpoint();
        if (!checkpoint.atTopTier()) {
            checkpoint.raiseTier();
        } else if (checkpoint.retries().usedUp(checkpoint.failures())) {
            throw new LifecycleError("top-tier-used-up");
        }
        checkpoint.tryAgain();
    }
}
