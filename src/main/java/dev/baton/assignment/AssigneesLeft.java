package dev.baton.assignment;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** One of the task's assignees still exists. */
@Component
public class AssigneesLeft implements Rule {

    private final Assignees assignees;

    AssigneesLeft(Assignees assignees) {
        this.assignees = assignees;
    }

    @Override
    public List<Fault> faults(Move move) {
        return assignees.anyExists(Assignees.of(move.task()))
                ? List.of()
                : List.of(new Fault(Assignees.NAME, "Must have at least one assignee"));
    }

    /** The same for moves that can name new assignees. */
    public List<Fault> faultsUnlessNamed(Move move) {
        boolean named = !Assignees.ids(move.payload().path(Assignees.NAME)).isEmpty();
        return named ? List.of() : faults(move);
    }
}
