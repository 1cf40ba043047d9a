package dev.baton.pipeline;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Adds a line to the list of checkpoints whenever a state is entered, also one that is passed at once. */
@Component
class SaveCheckpoint implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        run.move()
                .record(
                        "checkpoints",
                        Summaries.line(
                                run.checkpoint(),
                                run.move().task().state(),
                                run.move().now()));
    }
}
