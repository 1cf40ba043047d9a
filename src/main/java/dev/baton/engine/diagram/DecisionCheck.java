package dev.baton.engine.diagram;

import dev.baton.engine.expression.DiagramExpressions;
import dev.baton.engine.expression.ExpressionCheck;
import dev.baton.engine.expression.FeelCheck;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.lifecycle.Violation;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.camunda.bpm.dmn.engine.impl.DefaultDmnEngineConfiguration;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.model.dmn.DmnModelInstance;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;

/**
 * Finds what a DMN file must not contain: elements that are not on the list, other languages than FEEL and JUEL, and names,
 * functions and methods that the sandbox would refuse.
 */
final class DecisionCheck {

    private static final Set<String> ELEMENTS = Set.of(
            "definitions",
            "decision",
            "decisionTable",
            "literalExpression",
            "variable",
            "input",
            "inputExpression",
            "inputValues",
            "inputEntry",
            "output",
            "outputValues",
            "outputEntry",
            "rule",
            "annotation",
            "annotationEntry",
            "text",
            "description",
            "question",
            "allowedAnswers",
            "informationRequirement",
            "requiredDecision",
            "requiredInput",
            "inputData",
            "knowledgeSource",
            "authorityRequirement",
            "requiredAuthority",
            "textAnnotation",
            "association",
            "sourceRef",
            "targetRef");

    /** Where shapes are drawn; the engine does not read them. */
    private static final Pattern DRAWING = Pattern.compile(".*/(DMNDI|DC|DI)/|http://bpmn\\.io/schema/dmn/biodi/.*");

    private static final String CAMUNDA = "http://camunda.org/schema/1.0/dmn";
    private static final Set<String> CAMUNDA_ATTRIBUTES = Set.of("historyTimeToLive", "versionTag", "inputVariable");

    private static final Set<String> FEEL = Set.of(
            DefaultDmnEngineConfiguration.FEEL_EXPRESSION_LANGUAGE,
            DefaultDmnEngineConfiguration.FEEL_EXPRESSION_LANGUAGE_DMN12,
            DefaultDmnEngineConfiguration.FEEL_EXPRESSION_LANGUAGE_DMN13,
            DefaultDmnEngineConfiguration.FEEL_EXPRESSION_LANGUAGE_DMN14,
            DefaultDmnEngineConfiguration.FEEL_EXPRESSION_LANGUAGE_DMN15);

    private static final Pattern WRITES = Pattern.compile("\\bput\\b[\\s'\"\\]]*\\(");
    private static final int MAX_ENTRIES = 2_000;

    private final String file;
    private final Set<String> names = new HashSet<>(DiagramExpressions.NAMES);
    private final Set<Violation> violations = new LinkedHashSet<>();
    private int entries;

    private DecisionCheck(String file) {
        this.file = file;
        names.add("cellInput"); // the engine's name for the value of an input column
    }

    static List<Violation> violations(DmnModelInstance model, String file) {
        Element root = DomElements.root(model);
        DecisionCheck check = new DecisionCheck(file);
        check.collectNames(root);
        check.checkElement(root);
        if (check.entries > MAX_ENTRIES) {
            check.violations.add(new Violation(file, "it is too large: at most " + MAX_ENTRIES + " entries in rules"));
        }
        return List.copyOf(check.violations);
    }

    /** The errors that the engine finds in a file without code. */
    static List<Violation> faultsOfEngine(DmnModelInstance model, String file) {
        try {
            Context.getProcessEngineConfiguration()
                    .getDmnEngineConfiguration()
                    .getTransformer()
                    .createTransform()
                    .modelInstance(model)
                    .transformDecisionRequirementsGraph();
            return List.of();
        } catch (RuntimeException e) {
            return List.of(new Violation(file, "the engine can't read it: " + EngineErrors.innermost(e)));
        }
    }

    /** The results of decisions are names for the decisions that require them. */
    private void collectNames(Element element) {
        if (Set.of("output", "variable").contains(element.getLocalName())) {
            names.add(element.getAttribute("name"));
        }
        names.add(element.getAttributeNS(CAMUNDA, "inputVariable"));
        DomElements.children(element).forEach(this::collectNames);
    }

    private void checkElement(Element element) {
        String name = element.getLocalName();
        String namespace = element.getNamespaceURI() == null ? "" : element.getNamespaceURI();
        if (DRAWING.matcher(namespace).matches() || name.equals("extensionElements")) {
            return;
        }
        if (!ELEMENTS.contains(name)) {
            report(
                    element,
                    "<" + element.getNodeName() + "> is not allowed: decisions are tables or literal expressions");
            return;
        }
        DomElements.attributes(element).forEach(attribute -> checkAttribute(element, attribute));
        checkOwn(element, name);
        DomElements.children(element).forEach(this::checkElement);
    }

    private void checkOwn(Element element, String name) {
        switch (name) {
            case "decision" -> checkDecision(element);
            case "decisionTable" -> {
                String policy = element.getAttribute("hitPolicy");
                if (Set.of("PRIORITY", "OUTPUT ORDER").contains(policy)) {
                    report(
                            element,
                            "the hit policy " + policy
                                    + " is not known: use UNIQUE, FIRST, ANY, RULE ORDER or COLLECT");
                } else if (element.hasAttribute("aggregation") && !policy.equals("COLLECT")) {
                    report(
                            element,
                            "only the hit policy COLLECT has an aggregation: use it, or remove "
                                    + element.getAttribute("aggregation"));
                }
            }
            case "output" -> {
                if (element.getAttribute("name").isBlank()) {
                    report(element, "the output column has no name: the result needs one");
                }
            }
            case "inputExpression", "literalExpression" -> checkText(element, true);
            case "inputEntry" -> checkText(element, false);
            case "outputEntry" -> {
                checkText(element, true);
                entries++;
            }
            default -> {}
        }
        entries += name.equals("inputEntry") ? 1 : 0;
    }

    private void checkDecision(Element decision) {
        if (decision.getAttribute("id").isBlank()) {
            report(decision, "a decision has no id: give it one, diagrams name it");
        }
        boolean hasLogic = DomElements.children(decision).stream()
                .anyMatch(child -> Set.of("decisionTable", "literalExpression").contains(child.getLocalName()));
        if (!hasLogic) {
            report(decision, "it decides nothing: give it a decision table or a literal expression");
        }
    }

    private void checkAttribute(Element element, Attr attribute) {
        String name = attribute.getLocalName();
        if (CAMUNDA.equals(attribute.getNamespaceURI()) && !CAMUNDA_ATTRIBUTES.contains(name)) {
            report(element, attribute.getNodeName() + " is not allowed: it has no use in a lifecycle; remove it");
        }
        if (name.equals("expressionLanguage") && !isFeel(attribute.getValue())) {
            boolean everywhere = element.getLocalName().equals("definitions");
            if (everywhere || !isJuel(attribute.getValue())) {
                report(
                        element,
                        "expressionLanguage=\"" + attribute.getValue()
                                + "\" is not allowed: decisions run no scripts; write FEEL, or JUEL in single"
                                + " expressions");
            }
        }
    }

    private static boolean isFeel(String language) {
        return FEEL.contains(language) || language.toLowerCase(Locale.ROOT).equals("feel");
    }

    private static boolean isJuel(String language) {
        return language.equalsIgnoreCase(DefaultDmnEngineConfiguration.JUEL_EXPRESSION_LANGUAGE);
    }

    private void checkText(Element element, boolean expression) {
        String text = DomElements.children(element).stream()
                .filter(child -> "text".equals(child.getLocalName()))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("")
                .strip();
        if (text.isEmpty()) {
            if (!element.getLocalName().endsWith("Entry")) {
                report(element, "the expression is empty");
            }
        } else if (isJuel(element.getAttribute("expressionLanguage"))) {
            checkJuel(element, text);
        } else {
            List<String> faults =
                    expression ? FeelCheck.expression(text, names::contains) : FeelCheck.tests(text, names::contains);
            faults.forEach(fault -> report(element, fault));
        }
    }

    /** The engine puts the brackets around JUEL that has none. */
    private void checkJuel(Element element, String text) {
        String whole = text.startsWith("${") || text.startsWith("#{") ? text : "${" + text + "}";
        ExpressionCheck.faults(whole, names::contains).forEach(fault -> report(element, fault));
        if (WRITES.matcher(text).find()) {
            report(element, "a decision can't write to the task: its result is kept by camunda:resultVariable");
        }
    }

    private void report(Element element, String message) {
        Element named = element;
        while (!named.hasAttribute("id") && named.getParentNode() instanceof Element parent) {
            named = parent;
        }
        String id = named.getAttribute("id");
        violations.add(new Violation(id.isBlank() ? file : id, message));
    }
}
