package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.model.bpmn.instance.MessageEventDefinition;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.ThrowEvent;

/** Finds events that throw a message to nobody. */
final class MessageThrows {

    private MessageThrows() {}

    static List<Violation> violations(Process process) {
        List<Violation> violations = new ArrayList<>();
        for (MessageEventDefinition message :
                process.getModelInstance().getModelElementsByType(MessageEventDefinition.class)) {
            boolean implemented =
                    message.getCamundaExpression() != null || message.getCamundaDelegateExpression() != null;
            if (message.getParentElement() instanceof ThrowEvent event
                    && !implemented
                    && !DiagramReader.properties(event).containsKey("to")) {
                violations.add(
                        new Violation(
                                event.getId(),
                                "nobody would get the message: give the event a property 'to', such as parent or task.<field>"));
            }
        }
        return violations;
    }
}
