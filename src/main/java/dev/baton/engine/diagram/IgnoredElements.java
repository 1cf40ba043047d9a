package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.model.bpmn.impl.BpmnModelConstants;
import org.camunda.bpm.model.bpmn.instance.Event;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.Process;

/** Finds elements that the engine would ignore. */
final class IgnoredElements {

    private IgnoredElements() {}

    static List<Violation> violations(Process process) {
        List<Violation> violations = new ArrayList<>();
        var document = process.getModelInstance().getDocument();
        document.getElementsByNameNs(BpmnModelConstants.BPMN20_NS, "adHocSubProcess")
                .forEach(element -> violations.add(new Violation(
                        element.getAttribute("id"),
                        "an ad hoc sub process has no place in a lifecycle: use a plain sub-process")));
        document.getElementsByNameNs(BpmnModelConstants.BPMN20_NS, "standardLoopCharacteristics")
                .forEach(loop -> violations.add(new Violation(
                        loop.getParentElement().getAttribute("id"),
                        "the loop marker does nothing: draw an arrow that leads back")));
        for (Event event : process.getModelInstance().getModelElementsByType(Event.class)) {
            if (NodeKinds.definitions((FlowNode) event).size() > 1) {
                violations.add(
                        new Violation(event.getId(), "it is several events in one: draw an event for each of them"));
            }
        }
        return violations;
    }
}
