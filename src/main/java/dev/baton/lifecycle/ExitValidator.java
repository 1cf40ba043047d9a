package dev.baton.lifecycle;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Checks what an exit says about the state that it leaves: its lease, and whether it stays within the state. */
final class ExitValidator {

    private final Diagram diagram;
    private final Violations violations;

    ExitValidator(Diagram diagram, Violations violations) {
        this.diagram = diagram;
        this.violations = violations;
    }

    void check(Lifecycle lifecycle) {
        Map<String, Exit> exits = new LinkedHashMap<>();
        Map<String, Boolean> held = new TreeMap<>();
        Map<String, Boolean> leadsBack = new TreeMap<>();
        for (State state : lifecycle.states()) {
            for (Exit exit : lifecycle.exits(state.name())) {
                exits.put(exit.element(), exit);
                held.merge(exit.element(), state.leased(), Boolean::logicalOr);
                if (exit.within() && isDrawn(exit)) {
                    leadsBack.merge(exit.element(), leadsBack(exit, state), Boolean::logicalOr);
                }
            }
        }
        exits.forEach((element, exit) -> {
            if (exit.guard().lease() == Guard.LeaseRule.HELD && !held.get(element)) {
                violations.add(
                        element,
                        "lease=held, but nobody can hold a task where it starts, so nobody could ever take it: give"
                                + " that state a 'lease'");
            }
            if (!leadsBack.getOrDefault(element, true)) {
                violations.add(
                        element, "within=true, but it does not lead back into the state that it leaves: remove it");
            }
        });
    }

    /** Some exits of external work come with the task and are not in the diagram. */
    private boolean isDrawn(Exit exit) {
        return diagram.arrow(exit.element()) != null || diagram.node(exit.element()) != null;
    }

    private boolean leadsBack(Exit exit, State state) {
        return new DiagramPaths(diagram).statesFromElement(exit.element()).contains(state.name());
    }
}
