package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Follows the arrows of a diagram, through gateways, sub-processes and error events, to the next states. */
final class DiagramPaths {

    private final Diagram diagram;
    private final Map<String, Set<String>> statesFrom = new HashMap<>();
    private final Map<List<String>, Set<String>> passed = new HashMap<>();

    DiagramPaths(Diagram diagram) {
        this.diagram = diagram;
    }

    /**
     * The states that can be reached from a node without passing another state; the node itself if it is a state.
     *
     * @param endsWithoutState receives the end events that can be reached and are no states
     */
    Set<String> statesFrom(Node node, Set<Node> endsWithoutState) {
        Set<String> reached = new LinkedHashSet<>();
        collectStates(node, reached, new HashSet<>(), endsWithoutState);
        return reached;
    }

    /** The nodes and arrows that a task can pass from a node to a state; of the state itself only its end events. */
    Set<String> passed(Node first, String to) {
        List<String> path = List.of(first.id(), to);
        Set<String> known = passed.get(path);
        if (known == null) {
            known = new LinkedHashSet<>();
            pass(first, to, known);
            passed.put(path, known); // many triggers can lead to the same gateway
        }
        return known;
    }

    private void pass(Node node, String to, Set<String> passed) {
        if (!statesOf(node).contains(to)) {
            return;
        }
        if (node.state() != null) {
            if (node.isEnd()) {
                passed.add(node.id());
            }
        } else if (passed.add(node.id())) {
            arrows(node).stream()
                    .filter(arrow -> statesOf(diagram.node(arrow.to())).contains(to))
                    .forEach(arrow -> passed.add(arrow.id()));
            next(node).forEach(next -> pass(next, to, passed));
        }
    }

    private Set<String> statesOf(Node node) {
        Set<String> known = statesFrom.get(node.id());
        if (known == null) {
            known = statesFrom(node, new HashSet<>());
            statesFrom.put(node.id(), known);
        }
        return known;
    }

    /** The states that can be reached after leaving a node. */
    Set<String> statesAfter(Node node) {
        Set<String> reached = new LinkedHashSet<>();
        targets(node).forEach(target -> reached.addAll(statesFrom(target, new HashSet<>())));
        return reached;
    }

    /** The states that an arrow leads to, or that follow an event. */
    Set<String> statesFromElement(String id) {
        Diagram.Arrow arrow = diagram.arrow(id);
        Node first = diagram.node(arrow == null ? id : arrow.to());
        return first == null ? Set.of() : statesFrom(first, new HashSet<>());
    }

    /** The nodes that the engine can execute after this one in the same move. */
    List<Node> withoutWaiting(Node node) {
        return node.waits() ? List.of() : next(node);
    }

    /** The interrupting events that can take a task out of a state. */
    List<Node> interruptingEvents(Node state) {
        return enclosingEvents(state).stream()
                .filter(event -> event.interrupting() && canCatch(state, event))
                .toList();
    }

    /** Automatic tasks and failed children throw errors; timers and messages need a state in which a task waits. */
    private static boolean canCatch(Node state, Node event) {
        boolean automatic = state.kind() == Kind.AUTOMATIC_TASK;
        return event.event() == Event.ERROR
                ? automatic || state.kind() == Kind.CALL_ACTIVITY || state.kind() == Kind.EXTERNAL_TASK
                : !automatic || state.asyncAfter();
    }

    /** Boundary events on the node and its enclosing sub-processes, and the event sub-processes of those scopes. */
    private List<Node> enclosingEvents(Node node) {
        List<Node> events = new ArrayList<>();
        for (Node enclosing : diagram.withScopes(node)) {
            events.addAll(diagram.boundaries(enclosing));
            for (Node sub : diagram.eventSubprocesses(enclosing.scope())) {
                if (!sub.equals(enclosing)) {
                    events.addAll(diagram.starts(sub.id()));
                }
            }
        }
        return events;
    }

    private void collectStates(Node node, Set<String> reached, Set<String> seen, Set<Node> endsWithoutState) {
        if (!seen.add(node.id())) {
            return;
        }
        if (node.state() != null) {
            reached.add(node.state());
            return;
        }
        List<Node> next = next(node);
        if (next.isEmpty() && node.isEnd()) {
            endsWithoutState.add(node);
        }
        next.forEach(n -> collectStates(n, reached, seen, endsWithoutState));
    }

    private List<Node> next(Node node) {
        return switch (node.kind()) {
            case EXCLUSIVE_GATEWAY, THROW_EVENT, START_EVENT, BOUNDARY_EVENT -> targets(node);
            case AUTOMATIC_TASK -> {
                List<Node> next = new ArrayList<>(targets(node));
                next.addAll(catchers(node, null));
                yield next;
            }
            case SUBPROCESS -> diagram.starts(node.id());
            case END_EVENT -> afterEnd(node);
            case ERROR_END_EVENT -> catchers(node, node.eventName());
            default -> List.of();
        };
    }

    private List<Node> targets(Node node) {
        return diagram.outgoing(node).stream().map(a -> diagram.node(a.to())).toList();
    }

    /** The arrows that a task can take after the node in the same move. */
    private List<Diagram.Arrow> arrows(Node node) {
        return switch (node.kind()) {
            case EXCLUSIVE_GATEWAY, THROW_EVENT, START_EVENT, BOUNDARY_EVENT, AUTOMATIC_TASK -> diagram.outgoing(node);
            case END_EVENT -> endedScope(node).map(diagram::outgoing).orElse(List.of());
            default -> List.of();
        };
    }

    /** After an end event inside a sub-process the path continues behind the sub-process; otherwise it ends. */
    private List<Node> afterEnd(Node end) {
        return endedScope(end).map(this::targets).orElse(List.of());
    }

    private Optional<Node> endedScope(Node end) {
        Node scope = diagram.node(end.scope());
        if (scope != null && scope.kind() == Kind.EVENT_SUBPROCESS) {
            scope = diagram.node(scope.scope());
        }
        return Optional.ofNullable(scope);
    }

    /**
     * The events that can catch an error, innermost scope first, up to the first that certainly does.
     *
     * @param code null if the error can have any code
     */
    private List<Node> catchers(Node thrower, String code) {
        List<Node> catchers = new ArrayList<>();
        for (Node event : enclosingEvents(thrower)) {
            boolean catchesAll = event.eventName() == null;
            if (event.event() == Event.ERROR && (code == null || catchesAll || code.equals(event.eventName()))) {
                catchers.add(event);
                if (catchesAll || code != null) {
                    break;
                }
            }
        }
        return catchers;
    }
}
