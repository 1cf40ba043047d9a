package dev.baton.assignment;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** Every assignee named in the payload has to be an existing user. */
@Component
public class KnownAssignees implements Rule {

    private final Assignees assignees;

    KnownAssignees(Assignees assignees) {
        this.assignees = assignees;
    }

    @Override
    public List<Fault> faults(Move move) {
        List<String> named = Assignees.ids(move.payload().path(Assignees.NAME));
        return assignees.unknown(named).stream()
                .map(id -> new Fault(Assignees.NAME, "There is no user '" + id + "'"))
                .toList();
    }
}
