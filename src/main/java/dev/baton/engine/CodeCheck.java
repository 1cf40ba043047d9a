package dev.baton.engine;

import dev.baton.lifecycle.Violation;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Keeps code out of diagrams. Of the engine's own attributes and elements a diagram can use those listed here, none of
 * which names a class, a script, a command or a connector; every expression, wherever it stands, keeps to what the
 * sandbox allows.
 */
final class CodeCheck {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    /** The engine reads all of these alike. */
    private static final Set<String> ENGINE =
            Set.of("http://camunda.org/schema/1.0/bpmn", "http://activiti.org/bpmn", "http://www.camunda.com/fox");

    /** The engine's attributes on elements of BPMN. */
    private static final Set<String> ATTRIBUTES = Set.of(
            "assignee",
            "async",
            "asyncAfter",
            "asyncBefore",
            "candidateGroups",
            "candidateStarterGroups",
            "candidateStarterUsers",
            "candidateUsers",
            "collection",
            "delegateExpression",
            "dueDate",
            "elementVariable",
            "errorCodeVariable",
            "errorMessage",
            "errorMessageVariable",
            "exclusive",
            "expression",
            "followUpDate",
            "formKey",
            "formRef",
            "formRefBinding",
            "formRefVersion",
            "historyTimeToLive",
            "initiator",
            "isStartableInTasklist",
            "jobPriority",
            "modelerTemplate",
            "modelerTemplateIcon",
            "modelerTemplateVersion",
            "priority",
            "resultVariable",
            "taskPriority",
            "topic",
            "versionTag");

    /** The engine's elements, each with its attributes. */
    private static final Map<String, Set<String>> ELEMENTS = Map.ofEntries(
            Map.entry("constraint", Set.of("name", "config")),
            Map.entry("entry", Set.of("key")),
            Map.entry("executionListener", Set.of("event", "expression", "delegateExpression")),
            Map.entry("failedJobRetryTimeCycle", Set.of()),
            Map.entry("formData", Set.of("businessKey")),
            Map.entry("formField", Set.of("id", "label", "type", "datePattern", "defaultValue")),
            Map.entry("inputOutput", Set.of()),
            Map.entry("inputParameter", Set.of("name")),
            Map.entry("list", Set.of()),
            Map.entry("map", Set.of()),
            Map.entry("outputParameter", Set.of("name")),
            Map.entry("properties", Set.of()),
            Map.entry("property", Set.of("id", "name", "value")),
            Map.entry("taskListener", Set.of("id", "event", "expression", "delegateExpression")),
            Map.entry("validation", Set.of()),
            Map.entry("value", Set.of("id", "name")));

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
        this.root = ((org.w3c.dom.Document) model.getDocument().getDomSource().getNode()).getDocumentElement();
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
            if (isEngines(attribute) && (name.equals("elementVariable") || name.equals("resultVariable"))
                    || parameter && name.equals("name")) {
                variables.add(attribute.getValue());
            }
        }
        elements(element).forEach(this::declared);
    }

    private void children(Element parent) {
        for (Element child : elements(parent)) {
            boolean otherProcess = "process".equals(child.getLocalName()) && !process.equals(child.getAttribute("id"));
            boolean known = BPMN.equals(child.getNamespaceURI()) || isEngines(child);
            if (known && !otherProcess) {
                element(child);
                children(child);
            }
        }
    }

    private void element(Element element) {
        String name = element.getLocalName();
        boolean engines = isEngines(element);
        if (engines && !ELEMENTS.containsKey(name)) {
            say(element, "<" + element.getNodeName() + "> is not allowed: " + instead(name));
            return;
        }
        if (!engines && Set.of("scriptTask", "script").contains(name)) {
            say(element, "a script is not allowed: " + instead("script"));
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
        boolean engines = isEngines(attribute) || isEngines(element) && attribute.getNamespaceURI() == null;
        boolean external =
                name.equals("type") && "external".equals(attribute.getValue()); // no lifecycle has one anyway
        Set<String> allowed = isEngines(element) ? ELEMENTS.get(element.getLocalName()) : ATTRIBUTES;
        if (engines && !allowed.contains(name) && !external) {
            say(
                    element,
                    attribute.getNodeName() + "=\"" + attribute.getValue() + "\" is not allowed: " + instead(name));
        } else if (engines && !isLabel(element, name)
                || name.equals("name") && NAME_EVALUATED.contains(element.getLocalName())) {
            expression(element, attribute.getValue());
        } else if (!engines && name.equals("language")) {
            say(element, "language=\"" + attribute.getValue() + "\" is not allowed: " + instead("script"));
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

    private static String instead(String name) {
        return switch (name) {
            case "class", "variableMappingClass", "formHandlerClass", "field" ->
                "diagrams run no classes of their own; name one of the server's delegates with"
                        + " camunda:delegateExpression";
            case "script", "resource" -> "diagrams run no scripts; use an expression or one of the server's delegates";
            case "type", "connector" -> "diagrams run no commands and call no other systems";
            default -> "it has no use in a lifecycle; remove it";
        };
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

    private static boolean isEngines(Node node) {
        return node.getNamespaceURI() != null && ENGINE.contains(node.getNamespaceURI());
    }

    private static List<Element> elements(Element parent) {
        List<Element> found = new java.util.ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    private static List<Attr> attributes(Element element) {
        List<Attr> found = new java.util.ArrayList<>();
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            found.add((Attr) attributes.item(i));
        }
        return found;
    }
}
