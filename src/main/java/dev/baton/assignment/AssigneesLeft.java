package dev.baton.assignment;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** The payload names an assignee, or one of the task's assignees still exists. */
@Component
public class AssigneesLeft implements Rule {

    private final Assignees assignees;

    AssigneesLeft(Assignees assignees) {
        this.assignees = assignees;
    }

    @Override
    public List<Fault> faults(Move move) {
        boolean named = !Assignees.ids(move.payload().path(Assignees.NAME)).isEmpty();
        return named || assignees.anyExists(Assignees.of(move.task()))
                ? List.of()
                : List.of(new Fault(Assignees.NAME, "Must have at least one assignee"));
    }
}
