package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import dev.baton.lifecycle.Vocabulary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.w3c.dom.Element;

/**
 * Finds properties that reading a diagram drops: those of the process, of pools and of lanes, one of two with the same name, and
 * empty {@code roles}. Whoever wrote them would believe that they are a guard.
 */
final class PropertyPlaces {

    private static final Set<String> NEITHER_NODE_NOR_ARROW = Set.of("process", "participant", "lane");
    private static final String ROLES = "roles";

    private final String process;
    private final List<Violation> violations = new ArrayList<>();

    private PropertyPlaces(String process) {
        this.process = process;
    }

    static List<Violation> violations(Process process) {
        PropertyPlaces places = new PropertyPlaces(process.getId());
        Element root = DomElements.root((BpmnModelInstance) process.getModelInstance());
        DomElements.withDescendants(root, process.getId()).stream()
                .filter(element -> element.getLocalName().equals("extensionElements"))
                .filter(element -> !isOfOtherProcess(element, process.getId()))
                .forEach(places::check);
        return places.violations;
    }

    private static boolean isOfOtherProcess(Element extensions, String process) {
        Element owner = (Element) extensions.getParentNode();
        String reference = owner.getAttribute("processRef");
        return owner.getLocalName().equals("participant")
                && !process.equals(reference.substring(reference.indexOf(':') + 1));
    }

    private void check(Element extensions) {
        Element owner = (Element) extensions.getParentNode();
        Set<String> names = new HashSet<>();
        for (Element property : properties(extensions)) {
            String name = property.getAttribute("name");
            String value = property.getAttribute("value");
            boolean foreign = name.isEmpty() || name.contains(":") || name.contains(".");
            if (!foreign && !names.add(name)) {
                report(owner, "'" + name + "' is there twice: which one counts? Remove one of them");
            } else if (name.equals(ROLES) && value.matches("[,\\s]*")) {
                report(owner, "'roles' is empty: name who may take it, write * for everybody, or remove the property");
            }
            boolean ofLane = owner.getLocalName().equals("lane") && name.equals(ROLES);
            if (!foreign && !ofLane && NEITHER_NODE_NOR_ARROW.contains(owner.getLocalName())) {
                report(owner, Vocabulary.unknown(name).orElseGet(() -> Vocabulary.misplaced(name)));
            }
        }
    }

    private static List<Element> properties(Element extensions) {
        return DomElements.children(extensions).stream()
                .filter(group -> group.getLocalName().equals("properties") && EngineExtensions.owns(group))
                .flatMap(group -> DomElements.children(group).stream())
                .filter(property -> property.getLocalName().equals("property"))
                .toList();
    }

    private void report(Element owner, String message) {
        String id = owner.getAttribute("id");
        violations.add(new Violation(id.isEmpty() ? DomElements.id(owner, process) : id, message));
    }
}
