package dev.baton.review;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Notes the assignee among those who worked on the task. */
@Component
class NoteWorker implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Workers.note(move.task(), move.task().assignee());
    }
}
