package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.camunda.bpm.model.xml.ModelInstance;
import org.w3c.dom.Element;

/** Finds names and ids that are longer than the engine's tables can store. */
final class LengthCheck {

    /** The columns have 255 characters, and the engine adds to some ids. */
    private static final int MAX_ID = 200;

    private static final int MAX_NAME = 255;
    private static final int MAX_VERSION_TAG = 64;

    /** Elements whose names the engine stores. */
    private static final Set<String> NAMED = Set.of("process", "userTask", "definitions", "decision", "message");

    private static final Set<String> DRAWINGS = Set.of("BPMNDiagram", "DMNDI");

    private final List<Violation> violations = new ArrayList<>();

    private LengthCheck() {}

    static List<Violation> violations(ModelInstance model) {
        LengthCheck check = new LengthCheck();
        check.check(DomElements.root(model), "");
        return check.violations;
    }

    private void check(Element element, String around) {
        String id = element.getAttribute("id");
        String named = id.isBlank() ? around : id.length() > MAX_ID ? id.substring(0, MAX_ID) : id;
        limit(named, "id", id, MAX_ID);
        if (NAMED.contains(element.getLocalName())) {
            limit(named, "name", element.getAttribute("name"), MAX_NAME);
        }
        limit(named, "targetNamespace", element.getAttribute("targetNamespace"), MAX_NAME);
        limit(named, "namespace", element.getAttribute("namespace"), MAX_NAME);
        String tag = DomElements.extension(element, "versionTag");
        limit(named, "version tag", tag == null ? "" : tag, MAX_VERSION_TAG);
        DomElements.children(element).stream()
                .filter(child -> !DRAWINGS.contains(child.getLocalName()))
                .forEach(child -> check(child, named));
    }

    private void limit(String element, String what, String text, int most) {
        if (text.length() > most) {
            violations.add(new Violation(
                    element, "its " + what + " has " + text.length() + " characters; it can have at most " + most));
        }
    }
}
