package dev.baton.approval;

import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Adds the work plan to the task's comments when work starts. */
@Component
class PostWorkPlan implements MoveDelegate {

    @Override
    public void execute(Move move) {
        Comments.add(move, "work-plan", move.payload().path("workPlan").path("bullets"));
    }
}
