package dev.baton.review;

import dev.baton.core.Refusal.Fault;
import dev.baton.engine.identity.Identities;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A reviewer is in the group that the table says, and has not worked on the task. */
@Component
class FitReviewer implements Rule {

    private static final Set<String> REVIEWERS = Set.of("reviewer", "security-reviewer");

    private final Identities identities;
    private final ReviewTable table;

    FitReviewer(Identities identities, ReviewTable table) {
        this.identities = identities;
        this.table = table;
    }

    @Override
    public List<Fault> faults(Move move) {
        return faults(move.task(), move.person(), "to");
    }

    List<Fault> faults(Task task, String person, String field) {
        List<Fault> faults = new ArrayList<>();
        if (!identities.knows(person)) {
            return List.of(new Fault(field, "there is no user '" + person + "'"));
        }
        Set<String> groups = identities.groupsOf(person);
        if (groups.stream().noneMatch(REVIEWERS::contains)) {
            faults.add(new Fault(field, person + " is no reviewer: only members of reviewer or security-reviewer are"));
        }
        ReviewersNeeded needed = table.of(task);
        if (!needed.anyReviewer() && !groups.contains(needed.group())) {
            faults.add(new Fault(
                    field,
                    person + " is not in " + needed.group() + ", as a " + BeginReviewable.criticality(task)
                            + " task needs all its reviewers to be"));
        }
        if (Workers.include(task, person)) {
            faults.add(new Fault(field, person + " did the work and can't review it"));
        }
        return faults;
    }
}
