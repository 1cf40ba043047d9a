package dev.baton.approval;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Work starts, and the plan is there for everybody to read. */
@Component
class PostWorkPlan implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Comments.add(move, "work-plan", move.payload().path("workPlan").path("bullets"));
    }
}
