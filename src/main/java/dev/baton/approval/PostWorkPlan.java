package dev.baton.approval;

import dev.baton.assignment.Assignees;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/**
 * Adds the work plan to the task's comments when work starts. Of several assignees the one who starts is the one who works.
 */
@Component
class PostWorkPlan implements MoveDelegate {

    @Override
    public void execute(Move move) {
        if (Assignees.of(move.task()).contains(move.actor().id())) {
            move.task().assignTo(move.actor().id());
        }
        Comments.add(move, "work-plan", move.payload().path("workPlan").path("bullets"));
    }
}
