package dev.baton.engine;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Keeps code out of diagrams: they use no more of the engine than {@link EngineExtensions} allows, and every expression,
 * wherever it stands, keeps to what the sandbox allows.
 */
final class CodeCheck {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    private static final Set<String> SCOPES =
            Set.of("definitions", "process", "subProcess", "transaction", "adHocSubProcess");

    /** What multi-instance tasks know besides the element they are made for. */
    private static final Set<String> LOOP =
            Set.of("loopCounter", "nrOfInstances", "nrOfActiveInstances", "nrOfCompletedInstances");

    /** Names are labels, except of these: the engine evaluates them. */
    private static final Set<String> NAME_EVALUATED = Set.of("userTask", "message", "signal");

    private final String process;
    private final Element root;
    private final Predicate<String> isName;
    private final Set<String> variables = new HashSet<>(LOOP);
    private final Set<Violation> violations = new LinkedHashSet<>();

    private CodeCheck(BpmnModelInstance model, String process, Predicate<String> isName) {
        this.process = process;
        this.root = ((Document) model.getDocument().getDomSource().getNode()).getDocumentElement();
        this.isName = isName;
    }

    /** @param isName whether expressions can use that name, besides the variables that the diagram itself declares */
    static Set<Violation> violations(BpmnModelInstance model, String process, Predicate<String> isName) {
        CodeCheck check = new CodeCheck(model, process, isName);
        check.declared(check.root);
        check.children(check.root);
        return check.violations;
    }

    private void declared(Element element) {
        for (Attr attribute : attributes(element)) {
            String name = attribute.getLocalName();
            boolean parameter = Set.of("inputParameter", "outputParameter").contains(element.getLocalName());
            if (EngineExtensions.owns(attribute) && (name.equals("elementVariable") || name.equals("resultVariable"))
                    || parameter && name.equals("name")) {
                variables.add(attribute.getValue());
            }
        }
        elements(element).forEach(this::declared);
    }

    private void children(Element parent) {
        for (Element child : elements(parent)) {
            boolean otherProcess = "process".equals(child.getLocalName()) && !process.equals(child.getAttribute("id"));
            boolean known = BPMN.equals(child.getNamespaceURI()) || EngineExtensions.owns(child);
            if (known && !otherProcess) {
                element(child);
                children(child);
            }
        }
    }

    private void element(Element element) {
        String name = element.getLocalName();
        boolean engines = EngineExtensions.owns(element);
        if (engines && !EngineExtensions.allowsElement(name)) {
            say(element, "<" + element.getNodeName() + "> is not allowed: " + EngineExtensions.instead(name));
            return;
        }
        if (!engines && Set.of("scriptTask", "script").contains(name)) {
            say(element, "a script is not allowed: " + EngineExtensions.instead("script"));
        }
        if (engines && name.equals("constraint") && "validator".equals(element.getAttribute("name"))) {
            say(element, "a validator of one's own is not allowed: the artifact's schema says what is valid");
        }
        attributes(element).forEach(attribute -> attribute(element, attribute));
        if (elements(element).isEmpty()) {
            text(element);
        }
    }

    private void attribute(Element element, Attr attribute) {
        String name = attribute.getLocalName();
        boolean engines = EngineExtensions.owns(attribute)
                || EngineExtensions.owns(element) && attribute.getNamespaceURI() == null;
        boolean external =
                name.equals("type") && "external".equals(attribute.getValue()); // no lifecycle has one anyway
        String owner = EngineExtensions.owns(element) ? element.getLocalName() : null;
        if (engines && !external && !EngineExtensions.allowsAttribute(owner, name)) {
            say(
                    element,
                    attribute.getNodeName() + "=\"" + attribute.getValue() + "\" is not allowed: "
                            + EngineExtensions.instead(name));
        } else if (engines && !isLabel(element, name)
                || name.equals("name") && NAME_EVALUATED.contains(element.getLocalName())) {
            expression(element, attribute.getValue());
        } else if (!engines && name.equals("language")) {
            say(
                    element,
                    "language=\"" + attribute.getValue() + "\" is not allowed: " + EngineExtensions.instead("script"));
        }
    }

    /** Properties are read by us and only one of them is evaluated. */
    private static boolean isLabel(Element element, String attribute) {
        return element.getLocalName().equals("property")
                && (!attribute.equals("value") || !"taskName".equals(element.getAttribute("name")));
    }

    private void text(Element element) {
        String name = element.getLocalName();
        boolean prose = name.equals("text")
                || name.equals("documentation")
                        && !"userTask".equals(element.getParentNode().getLocalName());
        if (!prose) {
            expression(element, element.getTextContent());
        }
    }

    private void expression(Element element, String text) {
        if (!ExpressionCheck.isExpression(text)) {
            return;
        }
        boolean condition = element.getLocalName().equals("conditionExpression"); // its names are checked elsewhere
        for (String fault : ExpressionCheck.faults(text, name -> condition || known(name))) {
            if (!condition || !fault.contains("can't be read")) {
                say(element, fault);
            }
        }
    }

    private boolean known(String name) {
        return isName.test(name) || variables.contains(name);
    }

    private void say(Element element, String message) {
        violations.add(new Violation(id(element), message));
    }

    /** People look for the task or arrow that they drew, not for what hangs inside it. */
    private String id(Element element) {
        Element drawn = element;
        while (drawn.getParentNode() instanceof Element parent && !SCOPES.contains(parent.getLocalName())) {
            drawn = parent;
        }
        boolean ofScope = drawn.getLocalName().equals("extensionElements")
                || !drawn.hasAttribute("id") && drawn.getParentNode() instanceof Element;
        String id = ofScope ? ((Element) drawn.getParentNode()).getAttribute("id") : drawn.getAttribute("id");
        return id.isEmpty() ? process : id;
    }

    private static List<Element> elements(Element parent) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    private static List<Attr> attributes(Element element) {
        List<Attr> found = new ArrayList<>();
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            found.add((Attr) attributes.item(i));
        }
        return found;
    }
}
