package dev.baton.engine.diagram;

import dev.baton.lifecycle.Diagram;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import java.util.Collection;
import java.util.List;
import org.camunda.bpm.model.bpmn.impl.BpmnModelConstants;
import org.camunda.bpm.model.bpmn.instance.BoundaryEvent;
import org.camunda.bpm.model.bpmn.instance.BusinessRuleTask;
import org.camunda.bpm.model.bpmn.instance.CallActivity;
import org.camunda.bpm.model.bpmn.instance.CatchEvent;
import org.camunda.bpm.model.bpmn.instance.EndEvent;
import org.camunda.bpm.model.bpmn.instance.ErrorEventDefinition;
import org.camunda.bpm.model.bpmn.instance.EventDefinition;
import org.camunda.bpm.model.bpmn.instance.ExclusiveGateway;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.IntermediateCatchEvent;
import org.camunda.bpm.model.bpmn.instance.IntermediateThrowEvent;
import org.camunda.bpm.model.bpmn.instance.LinkEventDefinition;
import org.camunda.bpm.model.bpmn.instance.MessageEventDefinition;
import org.camunda.bpm.model.bpmn.instance.ReceiveTask;
import org.camunda.bpm.model.bpmn.instance.ServiceTask;
import org.camunda.bpm.model.bpmn.instance.StartEvent;
import org.camunda.bpm.model.bpmn.instance.SubProcess;
import org.camunda.bpm.model.bpmn.instance.Task;
import org.camunda.bpm.model.bpmn.instance.TerminateEventDefinition;
import org.camunda.bpm.model.bpmn.instance.ThrowEvent;
import org.camunda.bpm.model.bpmn.instance.TimerEventDefinition;
import org.camunda.bpm.model.bpmn.instance.Transaction;
import org.camunda.bpm.model.bpmn.instance.UserTask;

/** Maps the nodes and events of a BPMN file to those of a {@link Diagram}. */
final class NodeKinds {

    private NodeKinds() {}

    static Kind kind(FlowNode node, EventDefinition definition) {
        if (node instanceof StartEvent) {
            return Kind.START_EVENT;
        }
        if (node instanceof EndEvent) {
            return definition instanceof ErrorEventDefinition ? Kind.ERROR_END_EVENT : Kind.END_EVENT;
        }
        if (node instanceof ReceiveTask receive) {
            return receive.getMessage() == null ? Kind.RECEIVE_TASK : Kind.UNSUPPORTED;
        }
        if (node instanceof UserTask) {
            return Kind.USER_TASK;
        }
        if (node instanceof ExclusiveGateway) {
            return Kind.EXCLUSIVE_GATEWAY;
        }
        if (node instanceof BoundaryEvent) {
            return Kind.BOUNDARY_EVENT;
        }
        if (node instanceof SubProcess sub) {
            return sub instanceof Transaction
                    ? Kind.UNSUPPORTED
                    : sub.triggeredByEvent() ? Kind.EVENT_SUBPROCESS : Kind.SUBPROCESS;
        }
        if (node instanceof Task task) {
            return external(task)
                    ? task instanceof ServiceTask ? Kind.EXTERNAL_TASK : Kind.UNSUPPORTED
                    : Kind.AUTOMATIC_TASK;
        }
        if (node instanceof CallActivity) {
            return Kind.CALL_ACTIVITY;
        }
        if (node instanceof IntermediateCatchEvent && definition instanceof TimerEventDefinition) {
            return Kind.TIMER_EVENT;
        }
        if (node instanceof IntermediateThrowEvent && !(definition instanceof LinkEventDefinition)) {
            return Kind.THROW_EVENT;
        }
        return Kind.UNSUPPORTED;
    }

    /** Read as an attribute: the model's getter throws for some gateways. */
    static boolean async(FlowNode node, String attribute) {
        return "true".equals(node.getAttributeValueNs(BpmnModelConstants.CAMUNDA_NS, attribute));
    }

    private static boolean external(Task task) {
        return task instanceof ServiceTask service && "external".equals(service.getCamundaType())
                || task instanceof BusinessRuleTask rule && "external".equals(rule.getCamundaType());
    }

    static EventDefinition definition(FlowNode node) {
        Collection<EventDefinition> definitions = definitions(node);
        return definitions.isEmpty() ? null : definitions.iterator().next();
    }

    static Collection<EventDefinition> definitions(FlowNode node) {
        return node instanceof CatchEvent event
                ? event.getEventDefinitions()
                : node instanceof ThrowEvent event ? event.getEventDefinitions() : List.of();
    }

    static Event event(EventDefinition definition) {
        if (definition == null || definition instanceof TerminateEventDefinition) {
            return Event.NONE;
        }
        if (definition instanceof TimerEventDefinition) {
            return Event.TIMER;
        }
        if (definition instanceof ErrorEventDefinition) {
            return Event.ERROR;
        }
        return definition instanceof MessageEventDefinition ? Event.MESSAGE : Event.OTHER;
    }

    static String eventName(EventDefinition definition) {
        if (definition instanceof MessageEventDefinition message && message.getMessage() != null) {
            return message.getMessage().getName();
        }
        if (definition instanceof ErrorEventDefinition error && error.getError() != null) {
            return error.getError().getErrorCode();
        }
        return null;
    }
}
