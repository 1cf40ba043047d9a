package dev.baton.pipeline;

import dev.baton.core.LifecycleError;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.pipeline.Retries.Failure;
import java.util.List;
import org.springframework.stereotype.Component;

/** Has the phase run again another way, unless the breaker trips or the tier has had its chances. */
@Component
class PrepareRetry implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        Checkpoint checkpoint = run.checkpoint();
        Retries retries = checkpoint.retries();
        List<Failure> failures = checkpoint.failures();
        if (retries.tripped(failures)) {
            throw new LifecycleError("breaker-tripped");
        }
        if (retries.tierUsedUp(failures)) {
            throw new LifecycleError("tier-used-up");
        }
        checkpoint.tryAgain();
    }
}
