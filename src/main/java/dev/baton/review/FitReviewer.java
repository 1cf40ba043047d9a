package dev.baton.review;

import dev.baton.core.Refusal.Fault;
import dev.baton.engine.Identities;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A reviewer is in a group that the task's criticality requires, and has not worked on the task. */
@Component
class FitReviewer implements Rule {

    private static final Set<String> REVIEWERS = Set.of("reviewer", "security-reviewer");

    private final Identities identities;

    FitReviewer(Identities identities) {
        this.identities = identities;
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
        Criticality criticality = Criticality.of(task);
        if (criticality == Criticality.SECURITY_SENSITIVE && !groups.contains(criticality.group())) {
            faults.add(new Fault(
                    field,
                    person + " is not in " + criticality.group() + ", as a security-sensitive task"
                            + " needs all its reviewers to be"));
        }
        if (Workers.include(task, person)) {
            faults.add(new Fault(field, person + " did the work and can't review it"));
        }
        return faults;
    }
}
