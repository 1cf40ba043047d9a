package dev.baton.approval;

import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import dev.baton.task.OnTheWay;
import org.springframework.stereotype.Component;

/** Work starts, and the plan is there for everybody to read. */
@Component
class PostWorkPlan extends OnTheWay {

    PostWorkPlan(CurrentMove current) {
        super(current);
    }

    @Override
    protected void happens(Move move) {
        Comments.add(move, "work-plan", move.payload().path("workPlan").path("bullets"));
    }
}
