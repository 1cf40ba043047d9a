package dev.baton.review;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Notes the assignee and whoever completed the work for them: neither can review it in any round. */
@Component
class NoteAuthors implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Workers.note(move.task(), move.task().assignee());
        Workers.note(move.task(), move.actor().id());
    }
}
