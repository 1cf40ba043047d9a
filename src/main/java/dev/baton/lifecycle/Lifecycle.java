package dev.baton.lifecycle;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A state machine, read off a diagram. The key {@code null} stands for the moment before a task exists. */
public final class Lifecycle {

    /** The trigger that brings a task into being. */
    public static final String CREATE = "create";

    private final String key;
    private final String name;
    private final Map<String, State> states;
    private final Map<String, Map<String, Exit>> exits;
    private final Map<String, Set<String>> firstSteps;
    private final List<Transition> transitions;
    private final Map<String, State> byElement = new LinkedHashMap<>();

    Lifecycle(
            Diagram diagram,
            Map<String, State> states,
            Map<String, Map<String, Exit>> exits,
            Map<String, Set<String>> firstSteps,
            List<Transition> transitions) {
        this.key = diagram.key();
        this.name = diagram.name();
        this.states = states;
        this.exits = exits;
        this.firstSteps = firstSteps;
        this.transitions = transitions;
        states.values().forEach(state -> state.elements().forEach(element -> byElement.put(element, state)));
    }

    public static Lifecycle read(Diagram diagram) {
        return new LifecycleReader(diagram).lifecycle();
    }

    public String key() {
        return key;
    }

    public String name() {
        return name;
    }

    public Collection<State> states() {
        return states.values();
    }

    public State state(String name) {
        return states.get(name);
    }

    public Optional<State> stateAt(String element) {
        return Optional.ofNullable(byElement.get(element));
    }

    /** Every transition between two states; how a task begins is {@link #initial()}. */
    public List<Transition> transitions() {
        return transitions.stream().filter(t -> t.from() != null).toList();
    }

    public Set<String> initial() {
        return targets(null);
    }

    public Collection<Exit> exits(String state) {
        return exits.getOrDefault(state, Map.of()).values();
    }

    public Optional<Exit> exitAt(String state, String element) {
        return Optional.ofNullable(exits.getOrDefault(state, Map.of()).get(element));
    }

    /** The exit that a trigger names in a state. */
    public Optional<Exit> exit(String state, String trigger) {
        return exits(state).stream()
                .filter(e -> e.called() && trigger.equals(e.trigger()))
                .findFirst();
    }

    /** The exits that can be named and that can lead to a state. */
    public List<Exit> exitsTo(String from, String to) {
        return transitions.stream()
                .filter(t ->
                        from.equals(t.from()) && t.to().equals(to) && t.exit().called())
                .map(Transition::exit)
                .toList();
    }

    public Set<String> targets(String from) {
        return targets(from, null);
    }

    /** Where an exit can lead; data decides when there is more than one. */
    public Set<String> targets(String from, Exit exit) {
        Set<String> targets = new LinkedHashSet<>();
        for (Transition t : transitions) {
            if (Objects.equals(t.from(), from) && (exit == null || t.exit().equals(exit))) {
                targets.add(t.to());
            }
        }
        return targets;
    }

    /** Whether a task that is in a state can leave it through this element: anything else is not a move but a jump. */
    public boolean leavesThrough(String state, String element) {
        return firstSteps.getOrDefault(state, Set.of()).contains(element);
    }

    public List<Guard> guards() {
        Stream<Exit> leaving = exits.values().stream().flatMap(ways -> ways.values().stream());
        Stream<Exit> afterwards = states.values().stream()
                .map(State::afterwards)
                .filter(Objects::nonNull)
                .map(State.Afterwards::exit);
        return Stream.concat(leaving, afterwards).map(Exit::guard).toList();
    }

    /** The names of all artifacts that some arrow asks for. */
    public Set<String> artifacts() {
        Set<String> names = new LinkedHashSet<>();
        guards().forEach(guard -> guard.artifacts().forEach(artifact -> names.add(artifact.name())));
        return names;
    }
}
