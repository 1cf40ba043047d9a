package dev.baton.pipeline;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Records the evaluation of a completed run. */
@Component
class EvaluateRun implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        run.move().record("evaluation", Summaries.evaluation(run.checkpoint()));
    }
}
