package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Lane;
import dev.baton.lifecycle.Diagram.Node;
import java.util.HashSet;
import java.util.Set;

/** Checks lanes from which triggers without {@code roles} take theirs: a lane that is no group would lock everybody out. */
final class LaneValidator {

    private final Diagram diagram;
    private final ValidationContext context;
    private final Violations violations;
    private final Set<Lane> checked = new HashSet<>();
    private final Set<String> locked = new HashSet<>();

    LaneValidator(Diagram diagram, ValidationContext context, Violations violations) {
        this.diagram = diagram;
        this.context = context;
        this.violations = violations;
    }

    void check(Lifecycle lifecycle) {
        for (State state : lifecycle.states()) {
            for (Exit exit : lifecycle.exits(state.name())) {
                Lane lane = laneOf(state, exit);
                if (lane != null && exit.guard().roles().equals(Role.list(lane.roles()))) {
                    checkExcept(lane, exit);
                    if (checked.add(lane)) {
                        check(lane, state, exit);
                    }
                }
            }
        }
    }

    /** The validator of guards knows only the roles that stand on the arrow or event itself. */
    private void checkExcept(Lane lane, Exit exit) {
        Node event = diagram.node(exit.element());
        Arrow arrow = diagram.arrow(exit.element());
        boolean own = event != null && event.properties().containsKey("roles")
                || arrow != null && arrow.properties().containsKey("roles");
        if (!own && exit.guard().admitsNobody() && locked.add(exit.element())) {
            violations.add(
                    exit.element(),
                    "nobody could take it: 'except' leaves out everybody whom the lane '" + lane.id() + "' names");
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
