package dev.baton.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The state machine that a diagram describes. The state {@code null} is that of a task before its creation. */
public final class Lifecycle {

    /** The trigger that creates a task. */
    public static final String CREATE = "create";

    private final String key;
    private final String name;
    private final Map<String, State> states;
    private final Map<String, Map<String, Exit>> exits;
    private final Map<String, Set<String>> firstElements;
    private final List<Transition> transitions;
    private final Map<String, List<Transition>> transitionsFrom = new HashMap<>();
    private final Map<String, State> byElement = new LinkedHashMap<>();
    private final Map<String, ArrowWords> words;
    private final Map<String, ThrownMessage> thrown;
    private final boolean freeData;
    private final Set<String> payloadFields;
    private final Set<String> laterData;
    private final Set<String> nonInterruptingTimers;

    Lifecycle(
            Diagram diagram,
            Map<String, State> states,
            List<State> passing,
            Map<String, Map<String, Exit>> exits,
            Map<String, Set<String>> firstElements,
            List<Transition> transitions) {
        this.key = diagram.key();
        this.name = diagram.name();
        this.states = states;
        this.exits = exits;
        this.firstElements = firstElements;
        this.transitions = transitions;
        transitions.forEach(t -> transitionsFrom
                .computeIfAbsent(t.from(), from -> new ArrayList<>())
                .add(t));
        this.payloadFields = new LinkedHashSet<>(diagram.payloadFields());
        this.payloadFields.removeAll(artifacts());
        if (states.values().stream().anyMatch(state -> state.topic() != null)) {
            payloadFields.add(ExternalWork.ERROR);
        }
        this.words = DiagramWords.ofArrows(diagram);
        this.thrown = DiagramWords.thrown(diagram);
        this.freeData = diagram.starts(diagram.key()).stream()
                .map(Diagram.Node::properties)
                .allMatch(start -> "free".equals(start.get("data")) || !start.containsKey("requires"));
        this.laterData = readLaterData();
        this.nonInterruptingTimers = diagram.nonInterruptingTimers();
        Stream.concat(states.values().stream(), passing.stream())
                .forEach(state -> state.elements().forEach(element -> byElement.put(element, state)));
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

    /** All transitions between two states, without those to the {@link #initial()} ones. */
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

    /** The exit out of a state with the given trigger. */
    public Optional<Exit> exit(String state, String trigger) {
        return exits(state).stream()
                .filter(e -> e.requestable() && trigger.equals(e.trigger()))
                .findFirst();
    }

    public Set<String> targets(String from) {
        return targets(from, null);
    }

    /** The states that an exit can lead to; if there are several, conditions on the data decide. */
    public Set<String> targets(String from, Exit exit) {
        Set<String> targets = new LinkedHashSet<>();
        for (Transition t : transitionsFrom.getOrDefault(from, List.of())) {
            if (exit == null || t.exit().equals(exit)) {
                targets.add(t.to());
            }
        }
        return targets;
    }

    /** The transitions that an exit can make. */
    List<Transition> transitionsOf(String from, Exit exit) {
        return transitionsFrom.getOrDefault(from, List.of()).stream()
                .filter(t -> t.exit().equals(exit))
                .toList();
    }

    /** What happens when a task takes the exit and stays in its state. */
    public TransitionEffects staying(Exit exit) {
        ArrowWords words = words(exit.element());
        return new TransitionEffects(words.counts(), words.collects(), List.of(), List.of());
    }

    /** Whether the exit gives somebody a task that nobody holds. */
    public boolean givesLease(String from, Exit exit) {
        return exit.guard().lease() == Guard.LeaseRule.NEW
                || state(from).lease() == State.LeaseOnEntry.NONE
                        && targets(from, exit).stream()
                                .anyMatch(target -> state(target).lease() == State.LeaseOnEntry.NEW);
    }

    /** Whether somebody works on the task in a state that the exit leads to, or has only interrupted the work. */
    public boolean givesWork(String from, Exit exit) {
        return targets(from, exit).stream().anyMatch(target -> state(target).lease() != State.LeaseOnEntry.NONE);
    }

    /** Whether a task can leave the state through this element. If not, the token was placed there by other means. */
    public boolean leavesThrough(String state, String element) {
        return firstElements.getOrDefault(state, Set.of()).contains(element);
    }

    public List<Guard> guards() {
        Stream<Exit> ofStates = exits.values().stream().flatMap(ofState -> ofState.values().stream());
        Stream<Exit> afterwards = states.values().stream()
                .map(State::afterwards)
                .filter(Objects::nonNull)
                .map(State.Afterwards::exit);
        return Stream.concat(ofStates, afterwards).map(Exit::guard).toList();
    }

    /** Whether a timer at this element leaves a task in its state. */
    public boolean isNonInterruptingTimer(String element) {
        return nonInterruptingTimers.contains(element);
    }

    /** Fields that every payload can have, because expressions of the diagram read them and no arrow requires them. */
    public Set<String> payloadFields() {
        return payloadFields;
    }

    /** Whether a new task can bring data that its start event does not declare. */
    public boolean freeData() {
        return freeData;
    }

    /** Data that transitions require or states need: a new task can't have it, unless its start event declares it. */
    public Set<String> laterData() {
        return laterData;
    }

    private Set<String> readLaterData() {
        Set<String> names = artifacts();
        states.values().forEach(state -> names.addAll(state.holds()));
        words.values().forEach(word -> {
            names.addAll(word.counts());
            word.collects().forEach(collect -> names.add(collect.list()));
        });
        exits(null).forEach(start -> start.guard().artifacts().forEach(artifact -> names.remove(artifact.name())));
        return names;
    }

    /** What the diagram says about an arrow or event besides its guard. */
    public ArrowWords words(String element) {
        return words.getOrDefault(element, ArrowWords.NONE);
    }

    /** The messages that tasks send to others. */
    public Collection<ThrownMessage> thrownMessages() {
        return thrown.values();
    }

    public Optional<ThrownMessage> thrownAt(String element) {
        return Optional.ofNullable(thrown.get(element));
    }

    /** Whether an arrow of the diagram has the word; if none has, it is guessed which one is meant. */
    public boolean anyWord(Predicate<ArrowWords> word) {
        return words.values().stream().anyMatch(word);
    }

    /** The names of all artifacts in the guards. */
    public Set<String> artifacts() {
        Set<String> names = new LinkedHashSet<>();
        guards().forEach(guard -> guard.artifacts().forEach(artifact -> names.add(artifact.name())));
        return names;
    }
}
