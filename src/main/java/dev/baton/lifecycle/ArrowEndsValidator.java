package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Checks the ends of arrows, and the start events of sub-processes. */
final class ArrowEndsValidator {

    private static final Set<Kind> NO_TARGETS = Set.of(Kind.START_EVENT, Kind.BOUNDARY_EVENT, Kind.EVENT_SUBPROCESS);
    private static final Set<Kind> NO_SOURCES = Set.of(Kind.END_EVENT, Kind.ERROR_END_EVENT, Kind.EVENT_SUBPROCESS);

    private final Diagram diagram;
    private final Violations violations;

    ArrowEndsValidator(Diagram diagram, Violations violations) {
        this.diagram = diagram;
        this.violations = violations;
    }

    void check(Arrow arrow) {
        Node from = diagram.node(arrow.from());
        Node to = diagram.node(arrow.to());
        if (NO_TARGETS.contains(to.kind())) {
            violations.add(arrow.id(), "no arrow can lead to the " + to.elementType() + " '" + to.id() + "'");
        }
        if (NO_SOURCES.contains(from.kind())) {
            violations.add(arrow.id(), "no arrow can leave the " + from.elementType() + " '" + from.id() + "'");
        }
        if (!Objects.equals(from.scope(), to.scope())) {
            violations.add(
                    arrow.id(),
                    "it crosses the border of a sub-process: end the way inside, and lead an arrow on from the"
                            + " sub-process");
        }
    }

    void check(Node node) {
        if (node.kind() == Kind.SUBPROCESS || node.kind() == Kind.EVENT_SUBPROCESS) {
            List<Node> starts = diagram.starts(node.id());
            if (starts.size() != 1) {
                violations.add(
                        node.id(),
                        "a sub-process has one start event, and this one has " + starts.size()
                                + ": nobody could tell where a task begins");
            } else if (node.kind() == Kind.SUBPROCESS && starts.get(0).event() != Diagram.Event.NONE) {
                violations.add(starts.get(0).id(), "a sub-process that an arrow leads to has a plain start event");
            }
        }
    }
}
