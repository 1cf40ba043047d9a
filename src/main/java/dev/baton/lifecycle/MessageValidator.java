package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Node;
import java.util.Set;

/** Checks the messages that tasks send to others. */
final class MessageValidator {

    static final Set<String> RECIPIENTS = Set.of(ThrownMessage.PARENT, ThrownMessage.CHILDREN, ThrownMessage.BLOCKERS);

    private final Diagram diagram;
    private final Violations violations;

    MessageValidator(Diagram diagram, Violations violations) {
        this.diagram = diagram;
        this.violations = violations;
    }

    void check() {
        for (Node node : diagram.nodes()) {
            if (node.properties().containsKey("to")) {
                check(node);
            }
        }
    }

    private void check(Node node) {
        if (!node.throwsMessage()) {
            violations.add(node.id(), "'to' is for events that throw a message");
            return;
        }
        ThrownMessage message = ThrownMessage.of(node.id(), node.eventName(), node.properties());
        if (message.trigger() == null
                || !LifecycleValidator.NAME.matcher(message.trigger()).matches()) {
            violations.add(
                    node.id(),
                    "the message's name is the trigger that the other task takes: " + LifecycleValidator.NAME_FORM);
        }
        boolean field = message.field() != null
                && LifecycleValidator.NAME.matcher(message.field()).matches();
        if (!field && !RECIPIENTS.contains(message.to())) {
            violations.add(
                    node.id(), "'to' is parent, children, blockers, or task.<field> for a field with ids of tasks");
        }
        message.gives().stream()
                .filter(name -> !LifecycleValidator.NAME.matcher(name).matches())
                .forEach(name -> violations.add(node.id(), "gives '" + name + "', which is no name of data"));
    }
}
