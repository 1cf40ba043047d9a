package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.impl.BpmnModelConstants;
import org.camunda.bpm.model.bpmn.instance.Event;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

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
        for (Element element : DomElements.withDescendants(
                DomElements.root((BpmnModelInstance) process.getModelInstance()), process.getId())) {
            ignoredExtensions(element)
                    .forEach((name, place) -> violations.add(new Violation(
                            DomElements.id(element, process.getId()), meaningless(element, name, place))));
        }
        return violations;
    }

    /** Attributes and elements of the engine that mean nothing on an element of BPMN, and where they belong. */
    private static Map<String, String> ignoredExtensions(Element element) {
        Map<String, String> ignored = new TreeMap<>();
        if (EngineExtensions.owns(element)) {
            return ignored;
        }
        Stream.concat(
                        DomElements.attributes(element).stream(),
                        DomElements.children(element).stream()
                                .filter(child -> child.getLocalName().equals("extensionElements"))
                                .flatMap(extensions -> DomElements.children(extensions).stream()))
                .filter(EngineExtensions::owns)
                .map(Node::getLocalName)
                .forEach(name ->
                        EngineExtensions.betterPlace(element, name).ifPresent(place -> ignored.put(name, place)));
        return ignored;
    }

    private static String meaningless(Element element, String name, String place) {
        String message = "camunda:" + name + " has no meaning here; it is for " + place;
        return name.equals("resultVariable") && DomElements.extension(element, "expression") != null
                ? message + ". An expression keeps what it computes with ${task.put('field', …)}"
                : message;
    }
}
