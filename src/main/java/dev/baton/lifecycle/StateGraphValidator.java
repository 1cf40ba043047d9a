package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the graph of states: every state can be reached and, unless it is terminal, left. */
final class StateGraphValidator {

    private final Diagram diagram;
    private final ValidationContext context;
    private final Violations violations;

    StateGraphValidator(Diagram diagram, ValidationContext context, Violations violations) {
        this.diagram = diagram;
        this.context = context;
        this.violations = violations;
    }

    void check() {
        LifecycleReader reader = new LifecycleReader(diagram);
        Lifecycle lifecycle = reader.lifecycle();
        new ArrowWordsValidator(diagram, violations).checkClaims(lifecycle);
        new LaneValidator(diagram, context, violations).check(lifecycle);
        checkStatesAreUnique();
        checkReachability(lifecycle);
        checkExits(lifecycle);
        new ExitValidator(diagram, violations).check(lifecycle);
        reader.endsWithoutState()
                .forEach(end -> violations.add(
                        end.id(), "a task would end here in no state: give the end event a property 'state'"));
    }

    private void checkStatesAreUnique() {
        Map<String, Node> first = new LinkedHashMap<>();
        for (Node node : diagram.nodes()) {
            if (node.state() == null || diagram.passesThroughWaitState(node)) {
                continue;
            }
            Node other = first.putIfAbsent(node.state(), node);
            if (other != null && !(other.isEnd() && node.isEnd())) {
                violations.add(
                        node.id(),
                        "the state '" + node.state() + "' is already '" + other.id() + "'; only ends can share one");
            }
        }
    }

    private void checkReachability(Lifecycle lifecycle) {
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
                violations.add(
                        node.id(),
                        "no task can ever be in '" + state.name() + "': lead an arrow there, or give it the"
                                + " property unreachable=true");
            } else if (declared && reached.contains(state.name())) {
                violations.add(node.id(), "'" + state.name() + "' is declared unreachable, but an arrow leads there");
            }
        }
    }

    private void checkExits(Lifecycle lifecycle) {
        for (State state : lifecycle.states()) {
            if (!state.terminal() && lifecycle.targets(state.name()).isEmpty()) {
                violations.add(
                        state.elements().get(0),
                        "there is no way out of '" + state.name() + "' and it is no end event");
            }
            Set<String> triggers = new HashSet<>();
            for (Exit exit : lifecycle.exits(state.name())) {
                checkNewLease(lifecycle, state, exit);
                if (exit.requestable() && !triggers.add(exit.trigger())) {
                    violations.add(
                            exit.element(),
                            "a second '" + exit.trigger() + "' out of '" + state.name() + "': which one to take?");
                }
            }
        }
    }

    private void checkNewLease(Lifecycle lifecycle, State state, Exit exit) {
        boolean staysLeased = exit.within() && state.leased();
        if (exit.guard().lease() == Guard.LeaseRule.NEW
                && !staysLeased
                && lifecycle.targets(state.name(), exit).stream()
                        .noneMatch(target -> lifecycle.state(target).leased())) {
            violations.add(
                    exit.element(), "lease=new, but no state that it leads to has a lease: give that state lease=keep");
        }
    }
}
