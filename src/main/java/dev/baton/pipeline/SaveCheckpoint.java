package dev.baton.pipeline;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Appends to the records {@code checkpoints} whenever a state is entered, also one that is left at once. */
@Component
class SaveCheckpoint implements MoveDelegate {

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        run.move()
                .record(
                        "checkpoints",
                        Summaries.progress(
                                run.checkpoint(),
                                run.move().task().state(),
                                run.move().now()));
    }
}
