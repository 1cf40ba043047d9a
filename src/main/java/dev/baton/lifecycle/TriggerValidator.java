package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.List;

/** Checks which arrows are triggers, and the names, guards and conditions of arrows. */
final class TriggerValidator {

    private final Diagram diagram;
    private final ValidationContext context;
    private final GuardValidator guards;
    private final Violations violations;

    TriggerValidator(Diagram diagram, ValidationContext context, GuardValidator guards, Violations violations) {
        this.diagram = diagram;
        this.context = context;
        this.guards = guards;
        this.violations = violations;
    }

    /** A wait state is left by one arrow with a trigger's name, or through a gateway whose arrows are the triggers. */
    void checkExit(Node node) {
        List<Arrow> arrows = diagram.outgoing(node);
        if (!node.waits() || arrows.size() != 1) {
            return;
        }
        Arrow arrow = arrows.get(0);
        Node target = diagram.node(arrow.to());
        boolean leadsToTriggers = target.kind() == Kind.EXCLUSIVE_GATEWAY && diagram.hasTriggers(target);
        if (arrow.name() == null && !leadsToTriggers && node.kind() != Kind.EXTERNAL_TASK) {
            violations.add(
                    arrow.id(),
                    "name the arrow: its name is the trigger that moves a task on from "
                            + (node.state() == null ? "here" : "'" + node.state() + "'"));
        } else if (arrow.name() != null && leadsToTriggers) {
            violations.add(
                    arrow.id(),
                    "either this arrow has a name or the arrows after the gateway '" + target.id() + "', not both");
        }
    }

    void checkGateway(Node gateway) {
        if (gateway.kind() == Kind.EXCLUSIVE_GATEWAY && diagram.hasTriggers(gateway)) {
            for (Arrow in : diagram.incoming(gateway)) {
                if (!diagram.node(in.from()).waits()) {
                    violations.add(
                            gateway.id(),
                            "its arrows are triggers, so it has to come right after a receive task or user"
                                    + " task; give them conditions if data chooses");
                }
            }
            for (Arrow arrow : diagram.outgoing(gateway)) {
                if (!diagram.isTrigger(arrow)) {
                    violations.add(
                            arrow.id(),
                            "beside triggers there can be neither conditions nor a default arrow: an unknown"
                                    + " trigger has to find no way out");
                }
            }
        }
    }

    void checkArrow(Arrow arrow) {
        Node source = diagram.node(arrow.from());
        if (diagram.isTriggerOfState(arrow)) {
            if (arrow.name() != null
                    && !LifecycleValidator.NAME.matcher(arrow.name()).matches()) {
                violations.add(
                        arrow.id(), "'" + arrow.name() + "' is no name for a trigger: " + LifecycleValidator.NAME_FORM);
            }
            guards.check(arrow.id(), arrow.properties());
        } else {
            guards.checkNoGuard(arrow.id(), arrow.properties());
        }
        if (arrow.conditional() && source.kind() != Kind.EXCLUSIVE_GATEWAY) {
            violations.add(arrow.id(), "a condition belongs on an arrow that leaves an exclusive gateway");
        }
        for (String name : arrow.names()) {
            if (!context.isExpressionName(name)) {
                violations.add(
                        arrow.id(),
                        "the condition uses '" + name + "': conditions know task, payload, actor and policy");
            }
        }
    }
}
