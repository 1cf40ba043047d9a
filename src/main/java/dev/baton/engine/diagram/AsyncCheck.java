package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;

/** Finds asynchronous continuations, which would leave a task between two states until a job of the engine has run. */
final class AsyncCheck {

    private static final Set<String> ATTRIBUTES = Set.of("async", "asyncBefore", "asyncAfter");

    private AsyncCheck() {}

    static List<Violation> violations(BpmnModelInstance model, String process) {
        List<Violation> violations = new ArrayList<>();
        for (Element element : DomElements.withDescendants(DomElements.root(model), process)) {
            for (Attr attribute : DomElements.attributes(element)) {
                boolean async = EngineExtensions.owns(attribute) && ATTRIBUTES.contains(attribute.getLocalName());
                if (async && !attribute.getValue().strip().equalsIgnoreCase("false")) {
                    violations.add(new Violation(
                            DomElements.id(element, process),
                            attribute.getNodeName() + " would leave a task between two states: remove it; a task waits"
                                    + " in receive tasks and user tasks"));
                }
            }
        }
        return violations;
    }
}
