package dev.baton.engine.diagram;

import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.TaskFields;
import dev.baton.lifecycle.TransitionEffects;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BusinessRuleTask;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.SequenceFlow;
import org.w3c.dom.Element;

/** Checks the business rule tasks of a diagram that name a decision. */
final class DecisionTasks {

    /** How results are kept, and for each whether it takes one rule at most, and one output only. */
    private enum Shape {
        singleEntry(true, true),
        singleResult(true, false),
        collectEntries(false, true),
        resultList(false, false);

        private final boolean oneRule;
        private final boolean oneOutput;

        Shape(boolean oneRule, boolean oneOutput) {
            this.oneRule = oneRule;
            this.oneOutput = oneOutput;
        }
    }

    private final String process;
    private final DeploymentDecisions decisions;
    private final List<Violation> violations = new ArrayList<>();

    private DecisionTasks(String process, DeploymentDecisions decisions) {
        this.process = process;
        this.decisions = decisions;
    }

    static List<Violation> violations(BpmnModelInstance model, String process, DeploymentDecisions decisions) {
        DecisionTasks check = new DecisionTasks(process, decisions);
        tasks(model, process).forEach(check::check);
        model.getModelElementsByType(SequenceFlow.class).forEach(check::checkActions);
        return check.violations;
    }

    /** What a node asks; null if it asks no decision. */
    static TransitionEffects.AskedDecision asked(FlowNode node) {
        return node instanceof BusinessRuleTask task && task.getCamundaDecisionRef() != null
                ? new TransitionEffects.AskedDecision(task.getCamundaDecisionRef(), task.getCamundaResultVariable())
                : null;
    }

    /** The ids of the decisions that a diagram names. */
    static Set<String> references(BpmnModelInstance model, String process) {
        Set<String> ids = new TreeSet<>();
        tasks(model, process).forEach(task -> ids.add(DomElements.extension(task, "decisionRef")));
        model.getModelElementsByType(SequenceFlow.class).stream()
                .map(DecisionTasks::actions)
                .filter(Objects::nonNull)
                .forEach(ids::add);
        return ids;
    }

    private static List<Element> tasks(BpmnModelInstance model, String process) {
        return DomElements.withDescendants(DomElements.root(model), process).stream()
                .filter(element -> DomElements.extension(element, "decisionRef") != null)
                .toList();
    }

    private void check(Element task) {
        if (!task.getLocalName().equals("businessRuleTask")) {
            report(task, "only a business rule task makes a decision: remove camunda:decisionRef, or draw one");
            return;
        }
        if (Stream.of("expression", "delegateExpression", "type", "class")
                .anyMatch(work -> DomElements.extension(task, work) != null)) {
            report(task, "it has a decision and other work: which one counts? Remove one of them");
        }
        String binding = DomElements.extension(task, "decisionRefBinding");
        if (binding != null && !binding.equals("deployment")) {
            report(
                    task,
                    "camunda:decisionRefBinding can only be 'deployment': each version of a lifecycle keeps the tables"
                            + " that came with it");
        }
        checkField(task);
        checkDecision(task, shape(task));
    }

    private static String actions(SequenceFlow arrow) {
        return DiagramReader.properties(arrow).get("actions");
    }

    /** The answer is whether an action needs the arrow. */
    private void checkActions(SequenceFlow arrow) {
        String id = actions(arrow);
        if (id == null) {
            return;
        }
        DecisionFile.Logic logic = decisions.find(id).orElse(null);
        if (logic == null) {
            violations.add(new Violation(arrow.getId(), unknown(id)));
        } else if (logic.outputs() != 1 || logic.many()) {
            violations.add(new Violation(
                    arrow.getId(),
                    "'actions' needs one answer, true or false, and '" + id + "' can have several: give it one output,"
                            + " and a hit policy with one rule"));
        }
    }

    private String unknown(String decision) {
        return "there is no decision '" + decision + "': deploy the .dmn file that has it together with the diagram; "
                + decisions.known() + " came along";
    }

    private void checkField(Element task) {
        String field = DomElements.extension(task, "resultVariable");
        if (field == null || !field.matches("[A-Za-z_]\\w{0,63}")) {
            report(task, "name the field of the task's data that gets the result with camunda:resultVariable");
        } else if (TaskFields.contains(field)) {
            report(task, "camunda:resultVariable '" + field + "' is no field of the task's data: choose another name");
        }
    }

    /** Null if there is no such shape. */
    private Shape shape(Element task) {
        String name = DomElements.extension(task, "mapDecisionResult");
        if (name == null) {
            return Shape.resultList;
        }
        for (Shape shape : Shape.values()) {
            if (shape.name().equals(name)) {
                return shape;
            }
        }
        report(
                task,
                "camunda:mapDecisionResult can only be singleEntry, singleResult, collectEntries or resultList, not '"
                        + name + "'");
        return null;
    }

    private void checkDecision(Element task, Shape shape) {
        String id = DomElements.extension(task, "decisionRef");
        if (id.isBlank() || ExpressionText.isExpression(id)) {
            report(task, "camunda:decisionRef is the id of a decision, written out and not computed");
            return;
        }
        DecisionFile.Logic logic = decisions.find(id).orElse(null);
        if (logic == null) {
            report(task, unknown(id));
        } else if (shape != null && shape.oneOutput && logic.outputs() != 1) {
            report(
                    task,
                    "'" + id + "' has " + logic.outputs() + " outputs, so use singleResult or resultList instead of "
                            + shape);
        } else if (shape != null && shape.oneRule && logic.many()) {
            report(
                    task,
                    "several rules of '" + id + "' can match, so use collectEntries or resultList instead of " + shape);
        }
    }

    private void report(Element element, String message) {
        violations.add(new Violation(DomElements.id(element, process), message));
    }
}
