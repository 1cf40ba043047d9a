package dev.baton.engine.diagram;

import dev.baton.engine.expression.ExpressionCheck;
import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.Violation;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;

/**
 * Finds code in a diagram: engine attributes and elements that {@link EngineExtensions} does not allow, and expressions that
 * the sandbox would refuse.
 */
final class CodeCheck {

    /** The variables that the engine sets in multi-instance tasks. */
    private static final Set<String> LOOP_VARIABLES =
            Set.of("loopCounter", "nrOfInstances", "nrOfActiveInstances", "nrOfCompletedInstances");

    /** Elements whose name is evaluated by the engine; the names of others are labels. */
    private static final Set<String> NAME_EVALUATED = Set.of("userTask", "message", "signal");

    private final String process;
    private final Element root;
    private final Predicate<String> isName;
    private final Set<String> variables = new HashSet<>(LOOP_VARIABLES);
    private final Set<Violation> violations = new LinkedHashSet<>();

    private CodeCheck(BpmnModelInstance model, String process, Predicate<String> isName) {
        this.process = process;
        this.root = DomElements.root(model);
        this.isName = isName;
    }

    /** @param isName whether expressions can use that name, besides the variables that the diagram itself declares */
    static Set<Violation> violations(BpmnModelInstance model, String process, Predicate<String> isName) {
        CodeCheck check = new CodeCheck(model, process, isName);
        check.collectVariables(check.root);
        check.checkChildren(check.root);
        return check.violations;
    }

    private void collectVariables(Element element) {
        for (Attr attribute : DomElements.attributes(element)) {
            String name = attribute.getLocalName();
            boolean parameter = Set.of("inputParameter", "outputParameter").contains(element.getLocalName());
            if (EngineExtensions.owns(attribute) && name.equals("elementVariable")
                    || parameter && name.equals("name")) {
                variables.add(attribute.getValue());
            }
        }
        DomElements.children(element).forEach(this::collectVariables);
    }

    private void checkChildren(Element parent) {
        for (Element child : DomElements.children(parent)) {
            if (DomElements.belongsTo(process, child)) {
                checkElement(child);
                checkChildren(child);
            }
        }
    }

    private void checkElement(Element element) {
        String name = element.getLocalName();
        boolean isExtension = EngineExtensions.owns(element);
        if (isExtension && !EngineExtensions.allowsElement(name)) {
            report(element, "<" + element.getNodeName() + "> is not allowed: " + EngineExtensions.instead(name));
            return;
        }
        if (!isExtension && Set.of("scriptTask", "script").contains(name)) {
            report(element, "a script is not allowed: " + EngineExtensions.instead("script"));
        }
        if (isExtension && name.equals("constraint") && "validator".equals(element.getAttribute("name"))) {
            report(element, "a validator of one's own is not allowed: the artifact's schema says what is valid");
        }
        DomElements.attributes(element).forEach(attribute -> checkAttribute(element, attribute));
        if (DomElements.children(element).isEmpty()) {
            checkText(element);
        }
    }

    private void checkAttribute(Element element, Attr attribute) {
        String name = attribute.getLocalName();
        boolean isExtension = EngineExtensions.owns(attribute)
                || EngineExtensions.owns(element) && attribute.getNamespaceURI() == null;
        boolean external = name.equals("type")
                && "external".equals(attribute.getValue()); // a state, which LifecycleValidator checks
        String owner = EngineExtensions.owns(element) ? element.getLocalName() : null;
        if (isExtension && !external && !EngineExtensions.allowsAttribute(owner, name)) {
            report(
                    element,
                    attribute.getNodeName() + "=\"" + attribute.getValue() + "\" is not allowed: "
                            + EngineExtensions.instead(name));
        } else if (isExtension && !isLabel(element, name)
                || name.equals("name") && NAME_EVALUATED.contains(element.getLocalName())) {
            checkExpression(element, attribute.getValue());
        } else if (!isExtension && name.equals("language")) {
            report(
                    element,
                    "language=\"" + attribute.getValue() + "\" is not allowed: " + EngineExtensions.instead("script"));
        }
    }

    /** The engine does not read extension properties; we evaluate only the value of taskName. */
    private static boolean isLabel(Element element, String attribute) {
        return element.getLocalName().equals("property")
                && (!attribute.equals("value") || !"taskName".equals(element.getAttribute("name")));
    }

    private void checkText(Element element) {
        String name = element.getLocalName();
        boolean isLabel = name.equals("text")
                || name.equals("documentation")
                        && !"userTask".equals(element.getParentNode().getLocalName());
        if (!isLabel) {
            checkExpression(element, element.getTextContent());
        }
    }

    private void checkExpression(Element element, String text) {
        if (!ExpressionText.isExpression(text)) {
            return;
        }
        boolean condition = element.getLocalName().equals("conditionExpression"); // LifecycleValidator checks its names
        for (String fault : ExpressionCheck.faults(text, name -> condition || known(name))) {
            if (!condition || !fault.contains("can't be read")) {
                report(element, fault);
            }
        }
    }

    private boolean known(String name) {
        return isName.test(name) || variables.contains(name);
    }

    private void report(Element element, String message) {
        violations.add(new Violation(DomElements.id(element, process), message));
    }
}
