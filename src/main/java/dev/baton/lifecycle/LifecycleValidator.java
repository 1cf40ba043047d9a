package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells everything about a diagram that would keep it from being a state machine. */
public final class LifecycleValidator {

    static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final Set<Event> USABLE = Set.of(Event.TIMER, Event.ERROR, Event.MESSAGE);

    private final Diagram diagram;
    private final ValidationContext around;
    private final GuardValidator guards;
    private final List<Violation> violations = new ArrayList<>();

    public LifecycleValidator(Diagram diagram, ValidationContext around) {
        this.diagram = diagram;
        this.around = around;
        this.guards = new GuardValidator(around, this::say);
    }

    public List<Violation> violations() {
        LifecycleReader reading = new LifecycleReader(diagram);
        Lifecycle lifecycle = reading.lifecycle();
        if (!NAME.matcher(diagram.key()).matches()) {
            say(diagram.key(), "the process id is the lifecycle's key: letters, digits, '-' and '_', at most 64");
        }
        diagram.nodes().forEach(node -> {
            kind(node);
            stateName(node);
            wait(node);
            paths(node);
            lease(node);
            event(node, reading);
            afterwards(node);
            crowd(node);
            guards.holds(node.id(), node.state() != null, node.properties());
        });
        diagram.arrows().forEach(this::arrow);
        starts();
        sameState();
        reachable(lifecycle);
        waysOut(lifecycle);
        reading.lostEnds()
                .forEach(end ->
                        say(end.id(), "a task would end here in no state: give the end event a property 'state'"));
        return violations;
    }

    private void kind(Node node) {
        if (node.kind() == Kind.UNSUPPORTED) {
            say(
                    node.id(),
                    a(node) + " has no place in a lifecycle: a task has one state at a time, and states are"
                            + " receive tasks, user tasks, service tasks and end events");
        }
        if (node.many() && node.kind() != Kind.PERSON_WAIT) {
            say(node.id(), "only a user task can be multi-instance");
        }
        boolean canBeState = node.waits() || node.kind() == Kind.WORK || node.kind() == Kind.END;
        if (node.state() != null && !canBeState && node.kind() != Kind.UNSUPPORTED) {
            say(node.id(), a(node) + " can't be a state");
        }
        if (node.kind() == Kind.END && node.state() != null && !endsTheTask(node)) {
            say(node.id(), "a terminal state inside a sub-process would not end the task: lead the arrow out of it");
        }
    }

    private boolean endsTheTask(Node end) {
        Node scope = diagram.node(end.scope());
        return scope == null || scope.kind() == Kind.EVENT_SUBPROCESS && diagram.node(scope.scope()) == null;
    }

    private void stateName(Node node) {
        String state = node.state();
        if (state != null && !NAME.matcher(state).matches()) {
            say(node.id(), "'" + state + "' is no name for a state: letters, digits, '-' and '_', at most 64");
        }
        if (state == null && node.waits()) {
            say(node.id(), "a task would wait here in no state: give the " + node.what() + " a property 'state'");
        }
        if (node.properties().containsKey("unreachable") && state == null) {
            say(node.id(), "only a state can be declared unreachable");
        }
    }

    /** A waiting state is left by a named arrow or through one gateway whose arrows are the triggers. */
    private void wait(Node node) {
        List<Arrow> arrows = diagram.outgoing(node);
        if (!node.waits() || arrows.size() != 1) {
            return;
        }
        Arrow arrow = arrows.get(0);
        Node target = diagram.node(arrow.to());
        boolean choosing = target.kind() == Kind.CHOICE && diagram.hasTriggers(target);
        if (arrow.name() == null && !choosing) {
            say(arrow.id(), "name the arrow: its name is the trigger that moves a task on from '" + node.state() + "'");
        } else if (arrow.name() != null && choosing) {
            say(
                    arrow.id(),
                    "either this arrow has a name or the arrows after the gateway '" + target.id() + "', not both");
        }
    }

    /** A lease lasts as long as a timer on the state says; without one it would never run out. */
    private void lease(Node node) {
        String lease = node.properties().get("lease");
        if (lease == null) {
            return;
        }
        boolean timed = diagram.boundaries(node).stream().anyMatch(event -> event.event() == Event.TIMER);
        if (!node.waits() || !Set.of("new", "keep").contains(lease)) {
            say(node.id(), "'lease' is 'new' or 'keep', on a receive task or user task");
        } else if (!timed) {
            say(node.id(), "a lease lasts as long as the timer on its state: attach a boundary timer");
        }
    }

    private void paths(Node node) {
        List<Arrow> arrows = diagram.outgoing(node);
        if (arrows.size() > 1 && node.kind() != Kind.CHOICE) {
            say(
                    node.id(),
                    "several arrows leave it at once and would split the task: put an exclusive gateway between");
        }
        boolean throwing = diagram.boundaries(node).stream().anyMatch(event -> event.event() == Event.ERROR);
        boolean passes = !node.waits() && !node.ends() && node.kind() != Kind.EVENT_SUBPROCESS && !throwing;
        if (arrows.isEmpty() && passes && node.state() == null) {
            say(node.id(), "a task would end here in no state: lead an arrow on from the " + node.what());
        }
        if (node.asyncBefore()) {
            say(
                    node.id(),
                    "'asynchronous before' would leave a task between two states: use 'after' on a service task"
                            + " that is a state");
        }
        if (node.asyncAfter() && !(node.kind() == Kind.WORK && node.state() != null)) {
            say(node.id(), "'asynchronous after' is for service tasks that are states");
        }
        if (node.kind() == Kind.CHOICE) {
            gateway(node, arrows);
        }
    }

    private void gateway(Node gateway, List<Arrow> arrows) {
        if (diagram.hasTriggers(gateway)) {
            for (Arrow in : diagram.incoming(gateway)) {
                if (!diagram.node(in.from()).waits()) {
                    say(
                            gateway.id(),
                            "its arrows are triggers, so it has to come right after a receive task or user"
                                    + " task; give them conditions if data chooses");
                }
            }
            for (Arrow arrow : arrows) {
                if (!diagram.isTrigger(arrow)) {
                    say(
                            arrow.id(),
                            "beside triggers there can be neither conditions nor a default arrow: an unknown"
                                    + " trigger has to find no way out");
                }
            }
        }
    }

    private void event(Node node, LifecycleReader reading) {
        Node scope = diagram.node(node.scope());
        boolean handler = node.kind() == Kind.BOUNDARY
                || node.kind() == Kind.START && scope != null && scope.kind() == Kind.EVENT_SUBPROCESS;
        if (!handler) {
            return;
        }
        if (!USABLE.contains(node.event())) {
            say(node.id(), "use a timer, a message or an error: other events have no trigger name");
        }
        if (node.event() == Event.MESSAGE
                && (node.eventName() == null || !NAME.matcher(node.eventName()).matches())) {
            say(node.id(), "the message's name is the trigger: letters, digits, '-' and '_', at most 64");
        }
        if (!node.interrupting() && !reading.statesAfter(node).isEmpty()) {
            say(node.id(), "it does not interrupt, so its path can't lead to a state: the task would be in two");
        }
        if (node.event() == Event.MESSAGE) {
            guards.guard(node.id(), node.properties());
        } else {
            guards.noGuard(node.id(), node.properties());
        }
    }

    private void crowd(Node node) {
        for (String name : List.of("reassign", "fits")) {
            if (node.properties().containsKey(name) && !(node.many() && node.kind() == Kind.PERSON_WAIT)) {
                say(node.id(), "'" + name + "' is for user tasks that are multi-instance");
            }
        }
        guards.crowd(node.id(), node.properties());
    }

    private void afterwards(Node node) {
        String trigger = node.properties().get("afterwards");
        String work = node.properties().get("work");
        if (trigger == null) {
            if (node.ends()) {
                guards.noGuard(node.id(), node.properties());
            }
            return;
        }
        if (!node.ends() || node.state() == null) {
            say(node.id(), "'afterwards' is for end events that are states");
        } else if (!NAME.matcher(trigger).matches()) {
            say(node.id(), "'" + trigger + "' is no name for a trigger: letters, digits, '-' and '_', at most 64");
        }
        if (work != null && !around.isAfterwork(work)) {
            say(node.id(), "there is no work named '" + work + "' to do afterwards");
        }
        guards.guard(node.id(), node.properties());
    }

    private void arrow(Arrow arrow) {
        Node source = diagram.node(arrow.from());
        boolean trigger = diagram.isTrigger(arrow) || source.waits() && arrow.name() != null;
        if (trigger) {
            if (!NAME.matcher(arrow.name()).matches()) {
                say(
                        arrow.id(),
                        "'" + arrow.name() + "' is no name for a trigger: letters, digits, '-' and '_', at most 64");
            }
            guards.guard(arrow.id(), arrow.properties());
        } else {
            guards.noGuard(arrow.id(), arrow.properties());
        }
        if (arrow.conditional() && source.kind() != Kind.CHOICE) {
            say(arrow.id(), "a condition belongs on an arrow that leaves an exclusive gateway");
        }
        for (String name : arrow.names()) {
            if (!around.isExpressionName(name)) {
                say(arrow.id(), "the condition uses '" + name + "': conditions know task, payload, actor and policy");
            }
        }
    }

    private void starts() {
        List<Node> starts = diagram.starts(diagram.key());
        if (starts.isEmpty()) {
            say(diagram.key(), "draw a start event, so that tasks can begin");
        }
        for (Node start : starts) {
            if (start.event() != Event.NONE && start.event() != Event.MESSAGE) {
                say(start.id(), "a task begins with a plain start event or a message");
            }
            guards.guard(start.id(), start.properties());
        }
    }

    private void sameState() {
        Map<String, Node> first = new LinkedHashMap<>();
        for (Node node : diagram.nodes()) {
            if (node.state() == null) {
                continue;
            }
            Node other = first.putIfAbsent(node.state(), node);
            if (other != null && !(other.ends() && node.ends())) {
                say(
                        node.id(),
                        "the state '" + node.state() + "' is already '" + other.id() + "'; only ends can share one");
            }
        }
    }

    private void reachable(Lifecycle lifecycle) {
        Set<String> reached = new HashSet<>(lifecycle.initial());
        List<String> queue = new ArrayList<>(reached);
        while (!queue.isEmpty()) {
            for (String target : lifecycle.targets(queue.remove(0))) {
                if (reached.add(target)) {
                    queue.add(target);
                }
            }
        }
        for (State state : lifecycle.states()) {
            Node node = diagram.node(state.elements().get(0));
            boolean declared = "true".equals(node.properties().get("unreachable"));
            if (!declared && !reached.contains(state.name())) {
                say(
                        node.id(),
                        "no task can ever be in '" + state.name() + "': lead an arrow there, or give it the"
                                + " property unreachable=true");
            } else if (declared && reached.contains(state.name())) {
                say(node.id(), "'" + state.name() + "' is declared unreachable, but an arrow leads there");
            }
        }
    }

    private void waysOut(Lifecycle lifecycle) {
        for (State state : lifecycle.states()) {
            if (!state.terminal() && lifecycle.targets(state.name()).isEmpty()) {
                say(state.elements().get(0), "there is no way out of '" + state.name() + "' and it is no end event");
            }
            Set<String> names = new HashSet<>();
            for (Exit exit : lifecycle.exits(state.name())) {
                if (exit.called() && !names.add(exit.trigger())) {
                    say(
                            exit.element(),
                            "a second '" + exit.trigger() + "' out of '" + state.name() + "': which one to take?");
                }
            }
        }
    }

    private static String a(Node node) {
        return ("aeiou".indexOf(node.what().charAt(0)) < 0 ? "a " : "an ") + node.what();
    }

    private void say(String element, String message) {
        violations.add(new Violation(element, message));
    }
}
