package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Derives the states, exits and transitions of a lifecycle from its diagram. */
final class LifecycleReader {

    /** The trigger by which the server moves a task on whose children have ended, if the arrow has no name. */
    private static final String CHILDREN_ENDED = "children-ended";

    /** @param target the node that the exit leads to */
    private record ExitPath(Exit exit, Node target) {}

    private final Diagram diagram;
    private final DiagramPaths paths;
    private final LaneRoles lanes;
    private final Set<Node> endsWithoutState = new LinkedHashSet<>();

    LifecycleReader(Diagram diagram) {
        this.diagram = diagram;
        this.paths = new DiagramPaths(diagram);
        this.lanes = new LaneRoles(diagram);
    }

    Lifecycle lifecycle() {
        Map<String, State> states = states();
        Map<String, Map<String, Exit>> exits = new LinkedHashMap<>();
        Map<String, Set<String>> firstElements = new LinkedHashMap<>();
        List<Transition> transitions = new ArrayList<>();

        firstElements.put(null, new LinkedHashSet<>());
        for (Node start : diagram.starts(diagram.key())) {
            boolean byMessage = start.event() == Event.MESSAGE;
            Exit exit = new Exit(start.id(), Lifecycle.CREATE, Exit.Kind.ACTOR, byMessage, false, guard(start));
            add(null, new ExitPath(exit, start), exits, transitions);
            firstElements.get(null).add(start.id());
        }
        for (Node node : diagram.nodes()) {
            if (node.state() != null && !node.isEnd()) {
                exitPaths(node).forEach(path -> add(node.state(), path, exits, transitions));
                firstElements
                        .computeIfAbsent(node.state(), s -> new LinkedHashSet<>())
                        .addAll(firstElements(node));
            }
        }
        return new Lifecycle(diagram, states, passing(states), exits, firstElements, transitions);
    }

    /** End events that a task can reach and that are no states; complete after {@link #lifecycle()}. */
    Set<Node> endsWithoutState() {
        return endsWithoutState;
    }

    private void add(String from, ExitPath path, Map<String, Map<String, Exit>> exits, List<Transition> transitions) {
        exits.computeIfAbsent(from, s -> new LinkedHashMap<>()).put(path.exit().element(), path.exit());
        Set<String> reached = paths.statesFrom(path.target(), endsWithoutState);
        if (path.exit().within()) {
            reached.remove(from);
        }
        reached.forEach(to -> transitions.add(new Transition(from, to, path.exit(), effects(from, path, to))));
    }

    /** What happens between leaving the one state and arriving in the other. */
    private TransitionEffects effects(String from, ExitPath path, String to) {
        Set<String> elements = new LinkedHashSet<>();
        Arrow arrow = diagram.arrow(path.exit().element());
        if (arrow != null && diagram.isTrigger(arrow)) {
            diagram.incoming(diagram.node(arrow.from())).stream()
                    .filter(before -> from.equals(diagram.node(before.from()).state()))
                    .forEach(before -> elements.add(before.id()));
        }
        elements.add(path.exit().element());
        elements.addAll(paths.passed(path.target(), to));
        return TransitionEffects.of(diagram, elements);
    }

    private Map<String, State> states() {
        Map<String, State> states = new LinkedHashMap<>();
        for (Node node : diagram.nodes()) {
            if (node.state() != null && !diagram.passesThroughWaitState(node)) {
                State sameName = states.get(node.state());
                List<String> elements = new ArrayList<>(sameName == null ? List.of() : sameName.elements());
                elements.add(node.id());
                states.put(
                        node.state(),
                        new State(
                                node.state(),
                                elements,
                                StateReader.waitsFor(node),
                                node.isEnd(),
                                StateReader.multiInstance(node),
                                node.topic(),
                                StateReader.subtasks(node),
                                StateReader.lease(node),
                                "true".equals(node.properties().get("satisfies")),
                                afterwards(node),
                                Guard.list(node.properties().get("holds")),
                                Guard.list(node.properties().get("clears"))));
            }
        }
        return states;
    }

    /** The automatic tasks in which a task passes through the state of another node. */
    private List<State> passing(Map<String, State> states) {
        List<State> passing = new ArrayList<>();
        for (Node node : diagram.nodes()) {
            if (diagram.passesThroughWaitState(node)) {
                passing.add(states.get(node.state()).passing(node.id()));
            }
        }
        return passing;
    }

    private static State.Afterwards afterwards(Node node) {
        String trigger = node.properties().get("afterwards");
        if (trigger == null || !node.isEnd()) {
            return null;
        }
        Exit exit = new Exit(node.id(), trigger, Exit.Kind.ACTOR, false, true, guard(node));
        return new State.Afterwards(exit, node.properties().get("work"));
    }

    private List<ExitPath> exitPaths(Node state) {
        List<ExitPath> exitPaths = new ArrayList<>();
        for (Arrow arrow : diagram.outgoing(state)) {
            Node target = diagram.node(arrow.to());
            if (state.kind() == Kind.TIMER_EVENT) {
                exitPaths.add(new ExitPath(new Exit(arrow.id(), name(state), Exit.Kind.TIMER), target));
            } else if (state.kind() == Kind.CALL_ACTIVITY) {
                String trigger = arrow.name() == null ? CHILDREN_ENDED : arrow.name();
                Exit exit = new Exit(arrow.id(), trigger, Exit.Kind.AUTOMATIC, false, false, Guard.SYSTEM);
                exitPaths.add(new ExitPath(exit, target));
            } else if (state.kind() == Kind.EXTERNAL_TASK && !isBeforeTriggers(arrow)) {
                String trigger = arrow.name() == null ? ExternalWork.COMPLETE : arrow.name();
                Guard guard = ExternalWork.held(lanes.complete(arrow.properties(), state));
                exitPaths.add(
                        new ExitPath(new Exit(arrow.id(), trigger, Exit.Kind.ACTOR, false, false, guard), target));
            } else if (!state.waits()) {
                exitPaths.add(new ExitPath(new Exit(arrow.id(), arrow.name(), Exit.Kind.AUTOMATIC), target));
            } else if (arrow.name() != null) {
                exitPaths.add(trigger(arrow, state));
            } else if (target.kind() == Kind.EXCLUSIVE_GATEWAY) {
                diagram.outgoing(target).stream()
                        .filter(diagram::isTrigger)
                        .map(triggering -> trigger(triggering, state))
                        .forEach(exitPaths::add);
            }
        }
        if (state.kind() == Kind.EXTERNAL_TASK) {
            ExternalWork.exits(diagram, state).forEach(exit -> exitPaths.add(new ExitPath(exit, state)));
        }
        paths.interruptingEvents(state).forEach(event -> exitPaths.add(new ExitPath(exit(event, state), event)));
        return exitPaths;
    }

    private boolean isBeforeTriggers(Arrow arrow) {
        Node target = diagram.node(arrow.to());
        return arrow.name() == null && target.kind() == Kind.EXCLUSIVE_GATEWAY && diagram.hasTriggers(target);
    }

    private ExitPath trigger(Arrow arrow, Node state) {
        Guard guard = Guard.of(lanes.complete(arrow.properties(), state));
        Exit exit = new Exit(arrow.id(), arrow.name(), kind(guard), false, within(arrow.properties()), guard);
        return new ExitPath(exit, diagram.node(arrow.to()));
    }

    /** A worker raises the errors of an external task, named by their codes. */
    private static Exit error(Node event, Node state) {
        if (state.kind() != Kind.EXTERNAL_TASK) {
            return new Exit(event.id(), name(event), Exit.Kind.ERROR);
        }
        String code = event.eventName() == null ? name(event) : event.eventName();
        return new Exit(event.id(), code, Exit.Kind.ERROR, false, false, ExternalWork.held(Map.of()));
    }

    private Exit exit(Node event, Node state) {
        String name = name(event);
        Guard guard = Guard.of(lanes.complete(event.properties(), event));
        return switch (event.event()) {
            case MESSAGE ->
                new Exit(event.id(), event.eventName(), kind(guard), true, within(event.properties()), guard);
            case ERROR -> error(event, state);
            default -> new Exit(event.id(), name, Exit.Kind.TIMER);
        };
    }

    /** What a timer or an error is called in the history. */
    private static String name(Node event) {
        return event.name() == null || event.name().isBlank() ? event.id() : event.name();
    }

    private static boolean within(Map<String, String> properties) {
        return "true".equals(properties.get("within"));
    }

    private static Guard guard(Node node) {
        return Guard.of(node.properties());
    }

    private static Exit.Kind kind(Guard guard) {
        return guard.onlySystem() ? Exit.Kind.AUTOMATIC : Exit.Kind.ACTOR;
    }

    /** The elements that the engine can execute first when a task leaves the state. */
    private Set<String> firstElements(Node state) {
        Set<String> elements = new LinkedHashSet<>();
        diagram.outgoing(state).forEach(arrow -> elements.add(arrow.id()));
        if (state.kind() == Kind.EXTERNAL_TASK) {
            ExternalWork.exits(diagram, state).forEach(exit -> elements.add(exit.element()));
        }
        for (Node event : paths.interruptingEvents(state)) {
            elements.add(event.id());
            elements.add(event.scope());
        }
        elements.remove(diagram.key());
        return elements;
    }
}
