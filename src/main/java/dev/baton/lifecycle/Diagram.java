package dev.baton.lifecycle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A BPMN process as a graph, with just what a lifecycle is made of. */
public final class Diagram {

    /** How a node behaves, as far as a lifecycle cares. */
    public enum Kind {
        START,
        END,
        ERROR_END,
        AGENT_WAIT,
        PERSON_WAIT,
        WORK,
        CHOICE,
        THROW,
        BOUNDARY,
        SUBPROCESS,
        EVENT_SUBPROCESS,
        UNSUPPORTED
    }

    /** What sets an event off. */
    public enum Event {
        NONE,
        TIMER,
        ERROR,
        MESSAGE,
        OTHER
    }

    /**
     * @param what the BPMN element's name, for messages to people
     * @param eventName the message's name
     * @param host the activity that a boundary event is attached to
     * @param people the field of the task's data with those for whom a multi-instance task is made
     */
    public record Node(
            String id,
            Kind kind,
            String what,
            String name,
            Map<String, String> properties,
            String scope,
            Event event,
            String eventName,
            String host,
            boolean interrupting,
            boolean many,
            String people,
            boolean asyncBefore,
            boolean asyncAfter,
            String defaultArrow) {

        public String state() {
            return blankToNull(properties.get("state"));
        }

        boolean waits() {
            return kind == Kind.AGENT_WAIT || kind == Kind.PERSON_WAIT;
        }

        boolean ends() {
            return kind == Kind.END || kind == Kind.ERROR_END;
        }
    }

    /** @param names the root names that the condition uses */
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
    private final String name;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Arrow> arrows = new LinkedHashMap<>();
    private final Map<String, List<Arrow>> outgoing = new LinkedHashMap<>();
    private final Map<String, List<Arrow>> incoming = new LinkedHashMap<>();

    public Diagram(String key, String name, List<Node> nodes, List<Arrow> arrows) {
        this.key = key;
        this.name = name == null || name.isBlank() ? key : name;
        nodes.forEach(n -> this.nodes.put(n.id(), n));
        for (Arrow arrow : arrows) {
            this.arrows.put(arrow.id(), arrow);
            outgoing.computeIfAbsent(arrow.from(), x -> new ArrayList<>()).add(arrow);
            incoming.computeIfAbsent(arrow.to(), x -> new ArrayList<>()).add(arrow);
        }
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
        return where(n -> n.kind() == Kind.BOUNDARY && host.id().equals(n.host()));
    }

    /** The start events directly inside a scope; the process itself is the scope with its key as id. */
    List<Node> starts(String scope) {
        return where(n -> n.kind() == Kind.START && scope.equals(n.scope()));
    }

    List<Node> eventSubprocesses(String scope) {
        return where(n -> n.kind() == Kind.EVENT_SUBPROCESS && scope.equals(n.scope()));
    }

    /** The node, its sub-process, that one's sub-process and so on: everything whose boundary events can take it away. */
    List<Node> withScopes(Node node) {
        List<Node> chain = new ArrayList<>();
        for (Node n = node; n != null; n = nodes.get(n.scope())) {
            chain.add(n);
        }
        return chain;
    }

    /** Whether an arrow is a trigger: named, out of a gateway, with neither a condition nor the default mark. */
    boolean isTrigger(Arrow arrow) {
        Node source = node(arrow.from());
        return source.kind() == Kind.CHOICE
                && arrow.name() != null
                && !arrow.conditional()
                && !Objects.equals(arrow.id(), source.defaultArrow());
    }

    boolean hasTriggers(Node gateway) {
        return outgoing(gateway).stream().anyMatch(this::isTrigger);
    }

    private List<Node> where(java.util.function.Predicate<Node> test) {
        return nodes.values().stream().filter(test).toList();
    }

    private static String blankToNull(String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }
}
