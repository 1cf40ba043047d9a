package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows a diagram's arrows from state to state. */
final class LifecycleReader {

    private record Way(Exit exit, Node next) {}

    private final Diagram diagram;
    private final Set<Node> lostEnds = new LinkedHashSet<>();

    LifecycleReader(Diagram diagram) {
        this.diagram = diagram;
    }

    Lifecycle lifecycle() {
        Map<String, State> states = states();
        Map<String, Map<String, Exit>> exits = new LinkedHashMap<>();
        Map<String, Set<String>> firstSteps = new LinkedHashMap<>();
        List<Transition> transitions = new ArrayList<>();

        firstSteps.put(null, new LinkedHashSet<>());
        for (Node start : diagram.starts(diagram.key())) {
            boolean byMessage = start.event() == Event.MESSAGE;
            Exit exit = new Exit(start.id(), Lifecycle.CREATE, Exit.Kind.ACTOR, byMessage, false, guard(start));
            add(null, new Way(exit, start), exits, transitions);
            firstSteps.get(null).add(start.id());
        }
        for (Node node : diagram.nodes()) {
            if (node.state() != null && !node.ends()) {
                ways(node).forEach(way -> add(node.state(), way, exits, transitions));
                firstSteps
                        .computeIfAbsent(node.state(), s -> new LinkedHashSet<>())
                        .addAll(firstSteps(node));
            }
        }
        return new Lifecycle(diagram, states, exits, firstSteps, transitions);
    }

    /** Ends that a task can reach without being in a terminal state; complete after {@link #lifecycle()}. */
    Set<Node> lostEnds() {
        return lostEnds;
    }

    /** The states that can be reached from a node with no other state between. */
    Set<String> statesAfter(Node node) {
        Set<String> reached = new LinkedHashSet<>();
        diagram.outgoing(node).forEach(a -> walk(diagram.node(a.to()), reached, new HashSet<>(), new HashSet<>()));
        return reached;
    }

    private void add(String from, Way way, Map<String, Map<String, Exit>> exits, List<Transition> transitions) {
        exits.computeIfAbsent(from, s -> new LinkedHashMap<>()).put(way.exit().element(), way.exit());
        Set<String> reached = new LinkedHashSet<>();
        walk(way.next(), reached, new HashSet<>(), lostEnds);
        if (way.exit().within()) {
            reached.remove(from);
        }
        reached.forEach(to -> transitions.add(new Transition(from, to, way.exit())));
    }

    private Map<String, State> states() {
        Map<String, State> states = new LinkedHashMap<>();
        for (Node node : diagram.nodes()) {
            if (node.state() != null) {
                State before = states.get(node.state());
                List<String> elements = new ArrayList<>(before == null ? List.of() : before.elements());
                elements.add(node.id());
                states.put(
                        node.state(),
                        new State(
                                node.state(),
                                elements,
                                waits(node),
                                node.ends(),
                                crowd(node),
                                holding(node),
                                "true".equals(node.properties().get("satisfies")),
                                afterwards(node),
                                Guard.list(node.properties().get("holds"))));
            }
        }
        return states;
    }

    private static State.Waits waits(Node node) {
        return switch (node.kind()) {
            case AGENT_WAIT -> State.Waits.AGENT;
            case PERSON_WAIT -> State.Waits.PERSON;
            default -> State.Waits.NOBODY;
        };
    }

    private static State.Crowd crowd(Node node) {
        return node.many()
                ? new State.Crowd(
                        node.people(),
                        Role.list(node.properties().get("reassign")),
                        Guard.list(node.properties().get("fits")))
                : null;
    }

    private static State.Afterwards afterwards(Node node) {
        String trigger = node.properties().get("afterwards");
        if (trigger == null || !node.ends()) {
            return null;
        }
        Exit exit = new Exit(node.id(), trigger, Exit.Kind.ACTOR, false, true, guard(node));
        return new State.Afterwards(exit, node.properties().get("work"));
    }

    private static State.Holding holding(Node node) {
        return switch (node.properties().getOrDefault("lease", "")) {
            case "new" -> State.Holding.NEW;
            case "keep" -> State.Holding.KEEP;
            default -> State.Holding.NONE;
        };
    }

    private List<Way> ways(Node state) {
        List<Way> ways = new ArrayList<>();
        for (Arrow arrow : diagram.outgoing(state)) {
            Node target = diagram.node(arrow.to());
            if (!state.waits()) {
                ways.add(new Way(new Exit(arrow.id(), arrow.name(), Exit.Kind.AUTOMATIC), target));
            } else if (arrow.name() != null) {
                ways.add(trigger(arrow));
            } else if (target.kind() == Kind.CHOICE) {
                diagram.outgoing(target).stream()
                        .filter(diagram::isTrigger)
                        .map(this::trigger)
                        .forEach(ways::add);
            }
        }
        for (Node event : eventsAround(state)) {
            if (event.interrupting() && canCatch(state, event)) {
                ways.add(new Way(exit(event), event));
            }
        }
        return ways;
    }

    /** Errors come out of work; timers and messages find a task only where it rests. */
    private static boolean canCatch(Node state, Node event) {
        boolean working = state.kind() == Kind.WORK;
        return event.event() == Event.ERROR ? working : !working || state.asyncAfter();
    }

    private Way trigger(Arrow arrow) {
        Guard guard = Guard.of(arrow.properties());
        boolean within = within(arrow.properties());
        return new Way(new Exit(arrow.id(), arrow.name(), kind(guard), false, within, guard), diagram.node(arrow.to()));
    }

    private static Exit exit(Node event) {
        String name = event.name() == null || event.name().isBlank() ? event.id() : event.name();
        Guard guard = guard(event);
        return switch (event.event()) {
            case MESSAGE ->
                new Exit(event.id(), event.eventName(), kind(guard), true, within(event.properties()), guard);
            case ERROR -> new Exit(event.id(), name, Exit.Kind.ERROR);
            default -> new Exit(event.id(), name, Exit.Kind.TIMER);
        };
    }

    static boolean within(Map<String, String> properties) {
        return "true".equals(properties.get("within"));
    }

    private static Guard guard(Node node) {
        return Guard.of(node.properties());
    }

    private static Exit.Kind kind(Guard guard) {
        return guard.onlySystem() ? Exit.Kind.AUTOMATIC : Exit.Kind.ACTOR;
    }

    /** Boundary events on the node and on the sub-processes around it, and the event sub-processes of those scopes. */
    private List<Node> eventsAround(Node node) {
        List<Node> events = new ArrayList<>();
        for (Node around : diagram.withScopes(node)) {
            events.addAll(diagram.boundaries(around));
            for (Node sub : diagram.eventSubprocesses(around.scope())) {
                if (!sub.equals(around)) {
                    events.addAll(diagram.starts(sub.id()));
                }
            }
        }
        return events;
    }

    private Set<String> firstSteps(Node state) {
        Set<String> steps = new LinkedHashSet<>();
        diagram.outgoing(state).forEach(arrow -> steps.add(arrow.id()));
        for (Node event : eventsAround(state)) {
            if (event.interrupting() && canCatch(state, event)) {
                steps.add(event.id());
                steps.add(event.scope());
            }
        }
        steps.remove(diagram.key());
        return steps;
    }

    private void walk(Node node, Set<String> reached, Set<String> seen, Set<Node> lost) {
        if (!seen.add(node.id())) {
            return;
        }
        if (node.state() != null) {
            reached.add(node.state());
            return;
        }
        List<Node> next = next(node);
        if (next.isEmpty() && node.ends()) {
            lost.add(node);
        }
        next.forEach(n -> walk(n, reached, seen, lost));
    }

    private List<Node> next(Node node) {
        return switch (node.kind()) {
            case CHOICE, THROW, START, BOUNDARY -> targets(node);
            case WORK -> {
                List<Node> next = new ArrayList<>(targets(node));
                next.addAll(catchers(node, null));
                yield next;
            }
            case SUBPROCESS -> diagram.starts(node.id());
            case END -> afterEnd(node);
            case ERROR_END -> catchers(node, node.eventName());
            default -> List.of();
        };
    }

    private List<Node> targets(Node node) {
        return diagram.outgoing(node).stream().map(a -> diagram.node(a.to())).toList();
    }

    /** An end inside a sub-process leads out of it; at the top there is nothing after it. */
    private List<Node> afterEnd(Node end) {
        Node scope = diagram.node(end.scope());
        if (scope != null && scope.kind() == Kind.EVENT_SUBPROCESS) {
            scope = diagram.node(scope.scope());
        }
        return scope == null ? List.of() : targets(scope);
    }

    /** Who can catch an error thrown here, from the inside out: a catcher of every error ends the search. */
    private List<Node> catchers(Node thrower, String code) {
        List<Node> catchers = new ArrayList<>();
        for (Node event : eventsAround(thrower)) {
            boolean any = event.eventName() == null;
            if (event.event() == Event.ERROR && (code == null || any || code.equals(event.eventName()))) {
                catchers.add(event);
                if (any || code != null) {
                    break;
                }
            }
        }
        return catchers;
    }
}
