package dev.baton.approval;

import dev.baton.dependency.WaitForTasks;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Blocks a task that was sent back to work while it depends on unfinished tasks. */
@Component
class BlockForTasks implements MoveDelegate {

    private final WaitForTasks waitForTasks;

    BlockForTasks(WaitForTasks waitForTasks) {
        this.waitForTasks = waitForTasks;
    }

    @Override
    public void execute(Move move) {
        Blocks.put(move, "dependencies", Json.node(waitForTasks.reason(move.task())));
        waitForTasks.execute(move);
    }
}
