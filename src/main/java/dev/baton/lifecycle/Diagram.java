package dev.baton.lifecycle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A BPMN process as a graph of nodes and arrows, reduced to what a lifecycle needs. The class is long because it has the
 * kinds of elements beside the graph; they are used together.
 */
public final class Diagram {

    /** The BPMN element, or a group of elements that behave the same in a lifecycle. */
    public enum Kind {
        START_EVENT,
        END_EVENT,
        ERROR_END_EVENT,
        RECEIVE_TASK,
        USER_TASK,
        /** A service task or another task that the engine executes without waiting. */
        AUTOMATIC_TASK,
        EXCLUSIVE_GATEWAY,
        /** An intermediate event in which a task waits until a timer fires. */
        TIMER_EVENT,
        /** A service task of type external: a task waits in it for a worker of its topic. */
        EXTERNAL_TASK,
        /** A call activity: a task waits in it for its subtasks. */
        CALL_ACTIVITY,
        THROW_EVENT,
        BOUNDARY_EVENT,
        SUBPROCESS,
        EVENT_SUBPROCESS,
        UNSUPPORTED
    }

    /** What triggers an event. */
    public enum Event {
        NONE,
        TIMER,
        ERROR,
        MESSAGE,
        OTHER
    }

    /** A lane, and who may take the arrows that leave its states, written like {@code roles}: its name or its property. */
    public record Lane(String id, String roles) {}

    /**
     * @param elementType the name of the BPMN element, for messages
     * @param eventName the name of the message or the code of the error
     * @param host the activity that a boundary event is attached to
     * @param lane the lane that the node is drawn in; null if there is none
     * @param participantsField the field of the task's data that a multi-instance task iterates over
     * @param topic what an external task is about
     * @param called the lifecycle that a call activity creates subtasks of
     * @param decision what a business rule task asks; null unless it asks a decision
     */
    public record Node(
            String id,
            Kind kind,
            String elementType,
            String name,
            Map<String, String> properties,
            String scope,
            Lane lane,
            Event event,
            String eventName,
            String host,
            boolean interrupting,
            boolean multiInstance,
            String participantsField,
            String topic,
            String called,
            TransitionEffects.AskedDecision decision,
            boolean asyncBefore,
            boolean asyncAfter,
            String defaultArrow) {

        public String state() {
            return blankToNull(properties.get("state"));
        }

        /** Whether a task stays here until somebody takes one of the arrows. */
        boolean waits() {
            return kind == Kind.RECEIVE_TASK || kind == Kind.USER_TASK || kind == Kind.EXTERNAL_TASK;
        }

        /** Whether a task stays here, for somebody or for something. */
        boolean rests() {
            return waits() || kind == Kind.TIMER_EVENT || kind == Kind.CALL_ACTIVITY;
        }

        boolean throwsMessage() {
            return event == Event.MESSAGE && (kind == Kind.THROW_EVENT || kind == Kind.END_EVENT);
        }

        boolean isEnd() {
            return kind == Kind.END_EVENT || kind == Kind.ERROR_END_EVENT;
        }
    }

    /**
     * A sequence flow.
     *
     * @param names the identifiers that the condition refers to
     */
    public record Arrow(
            String id,
            String name,
            String from,
            String to,
            Map<String, String> properties,
            boolean conditional,
            Set<String> names) {

        public Arrow {
            name = blankToNull(name);
        }
    }

    private final String key;
    private final Set<String> payloadFields;
    private final String name;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Arrow> arrows = new LinkedHashMap<>();
    private final Map<String, List<Arrow>> outgoing = new LinkedHashMap<>();
    private final Map<String, List<Arrow>> incoming = new LinkedHashMap<>();
    private final Map<String, List<Node>> boundaries = new LinkedHashMap<>();
    private final Map<String, List<Node>> starts = new LinkedHashMap<>();
    private final Map<String, List<Node>> eventSubprocesses = new LinkedHashMap<>();
    private final Set<String> waitStates = new HashSet<>();

    /** @param payloadFields the fields of payloads that expressions read */
    public Diagram(String key, String name, List<Node> nodes, List<Arrow> arrows, Set<String> payloadFields) {
        this.key = key;
        this.payloadFields = Set.copyOf(payloadFields);
        this.name = name == null || name.isBlank() ? key : name;
        nodes.forEach(this::add);
        for (Arrow arrow : arrows) {
            this.arrows.put(arrow.id(), arrow);
            outgoing.computeIfAbsent(arrow.from(), x -> new ArrayList<>()).add(arrow);
            incoming.computeIfAbsent(arrow.to(), x -> new ArrayList<>()).add(arrow);
        }
    }

    private void add(Node node) {
        nodes.put(node.id(), node);
        switch (node.kind()) {
            case BOUNDARY_EVENT -> index(boundaries, node.host(), node);
            case START_EVENT -> index(starts, node.scope(), node);
            case EVENT_SUBPROCESS -> index(eventSubprocesses, node.scope(), node);
            default -> {
                if (node.rests() && node.state() != null) {
                    waitStates.add(node.state());
                }
            }
        }
    }

    private static void index(Map<String, List<Node>> index, String key, Node node) {
        index.computeIfAbsent(key, k -> new ArrayList<>()).add(node);
    }

    Set<String> payloadFields() {
        return payloadFields;
    }

    public String key() {
        return key;
    }

    public String name() {
        return name;
    }

    Iterable<Node> nodes() {
        return nodes.values();
    }

    Iterable<Arrow> arrows() {
        return arrows.values();
    }

    /** Null if there is no arrow with that id. */
    Arrow arrow(String id) {
        return arrows.get(id);
    }

    Node node(String id) {
        return nodes.get(id);
    }

    List<Arrow> outgoing(Node node) {
        return outgoing.getOrDefault(node.id(), List.of());
    }

    List<Arrow> incoming(Node node) {
        return incoming.getOrDefault(node.id(), List.of());
    }

    List<Node> boundaries(Node host) {
        return boundaries.getOrDefault(host.id(), List.of());
    }

    /** The start events directly inside a scope: a sub-process or, with its key as id, the process. */
    List<Node> starts(String scope) {
        return starts.getOrDefault(scope, List.of());
    }

    List<Node> eventSubprocesses(String scope) {
        return eventSubprocesses.getOrDefault(scope, List.of());
    }

    /** The ids of timers that do not interrupt the state that they are attached to. */
    Set<String> nonInterruptingTimers() {
        return nodes.values().stream()
                .filter(node -> node.event() == Event.TIMER && !node.interrupting())
                .map(Node::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The node and its enclosing sub-processes, innermost first. */
    List<Node> withScopes(Node node) {
        List<Node> chain = new ArrayList<>();
        for (Node n = node; n != null; n = nodes.get(n.scope())) {
            chain.add(n);
        }
        return chain;
    }

    /** Whether a task enters at this node a state in which it waits at another one, and goes on at once. */
    boolean passesThroughWaitState(Node node) {
        return node.state() != null
                && node.kind() == Kind.AUTOMATIC_TASK
                && !node.asyncAfter()
                && waitStates.contains(node.state());
    }

    /** Whether an arrow is a trigger: it has a name, leaves a gateway, and is neither conditional nor the default. */
    boolean isTrigger(Arrow arrow) {
        Node source = node(arrow.from());
        return source.kind() == Kind.EXCLUSIVE_GATEWAY
                && arrow.name() != null
                && !arrow.conditional()
                && !Objects.equals(arrow.id(), source.defaultArrow());
    }

    /** Whether an arrow is a trigger, after a gateway or right behind a state. */
    boolean isTriggerOfState(Arrow arrow) {
        Node source = node(arrow.from());
        boolean completesWork = source.kind() == Kind.EXTERNAL_TASK && !hasTriggers(node(arrow.to()));
        return isTrigger(arrow) || source.waits() && (arrow.name() != null || completesWork);
    }

    boolean hasTriggers(Node gateway) {
        return outgoing(gateway).stream().anyMatch(this::isTrigger);
    }

    private static String blankToNull(String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }
}
