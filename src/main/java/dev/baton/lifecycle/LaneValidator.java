package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Lane;
import java.util.HashSet;
import java.util.Set;

/** Checks lanes from which triggers without {@code roles} take theirs: a lane that is no group would lock everybody out. */
final class LaneValidator {

    private final Diagram diagram;
    private final ValidationContext context;
    private final Violations violations;
    private final Set<Lane> checked = new HashSet<>();

    LaneValidator(Diagram diagram, ValidationContext context, Violations violations) {
        this.diagram = diagram;
        this.context = context;
        this.violations = violations;
    }

    void check(Lifecycle lifecycle) {
        for (State state : lifecycle.states()) {
            for (Exit exit : lifecycle.exits(state.name())) {
                Lane lane = laneOf(state, exit);
                if (lane != null && exit.guard().roles().equals(Role.list(lane.roles())) && checked.add(lane)) {
                    check(lane, state, exit);
                }
            }
        }
    }

    private Lane laneOf(State state, Exit exit) {
        return new LaneRoles(diagram)
                .lane(diagram.node(
                        exit.byMessage() ? exit.element() : state.elements().get(0)));
    }

    private void check(Lane lane, State state, Exit exit) {
        exit.guard().roles().stream()
                .flatMap(role -> role.terms().stream())
                .filter(term -> Role.field(term) == null && !Role.OF_TASK.contains(term) && !context.isGroup(term))
                .findFirst()
                .ifPresent(term -> violations.add(
                        lane.id(),
                        "the lane says who may take '" + exit.trigger() + "' out of '" + state.name() + "', but '"
                                + term
                                + "' is no group: name the lane as a group, give it a property 'roles', or give one to"
                                + " the arrow"));
    }
}
