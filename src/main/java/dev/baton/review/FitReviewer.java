package dev.baton.review;

import dev.baton.core.Refusal.Fault;
import dev.baton.engine.identity.Identities;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Role;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** A reviewer is in a group that may review by the diagram, in the one that the table says, and has not worked on the task. */
@Component
class FitReviewer implements Rule {

    private static final String NAME = "fitReviewer";

    private final Identities identities;
    private final ReviewTable table;

    FitReviewer(Identities identities, ReviewTable table) {
        this.identities = identities;
        this.table = table;
    }

    @Override
    public List<Fault> faults(Move move) {
        return faults(move, move.person(), "to");
    }

    List<Fault> faults(Move move, String person, String field) {
        Task task = move.task();
        List<Fault> faults = new ArrayList<>();
        if (!identities.knows(person)) {
            return List.of(new Fault(field, "there is no user '" + person + "'"));
        }
        Set<String> groups = identities.groupsOf(person);
        Set<String> reviewing = reviewing(move.lifecycle());
        if (!reviewing.isEmpty() && groups.stream().noneMatch(reviewing::contains)) {
            faults.add(new Fault(
                    field, person + " is no reviewer: only members of " + String.join(" or ", reviewing) + " are"));
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

    /** The groups that take the triggers of the states that name this rule; none if the diagram names none. */
    private static Set<String> reviewing(Lifecycle lifecycle) {
        return lifecycle.states().stream()
                .filter(state -> state.multiInstance() != null
                        && state.multiInstance().fits().contains(NAME))
                .flatMap(state -> lifecycle.exits(state.name()).stream())
                .filter(exit -> exit.kind() == Exit.Kind.ACTOR && !exit.byMessage())
                .flatMap(exit -> exit.guard().roles().stream())
                .flatMap(role -> role.terms().stream())
                .filter(term -> Role.field(term) == null && !Role.OF_TASK.contains(term))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
