package dev.baton.engine.diagram;

import dev.baton.engine.expression.DiagramExpressions;
import dev.baton.engine.timer.Cycle;
import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.Violation;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.w3c.dom.Element;

/**
 * Checks the text where the engine expects an expression, a delegate, a date or a number. The engine would report a mistake
 * only when a task gets there. {@link CodeCheck} checks what the expressions themselves use.
 */
final class ExpressionPlaces {

    /** An expression of ours, and not one of another language, such as {@code = approved}. */
    private static final Pattern LACKS_BRACES =
            Pattern.compile("true|false|(?!.*(?<![=!<>])=(?!=))[!(]*(task|payload|actor|policy)\\b.*", Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("[$#]\\{\\s*([A-Za-z_]\\w*)\\s*}");
    private static final int MAX_TEXT = 1_000;
    private static final long MIN_RETRY_MILLIS = 1_000;
    private static final Set<String> EXECUTION_EVENTS = Set.of("start", "end", "take");
    private static final Set<String> TASK_EVENTS = Set.of("create", "assignment", "complete", "update", "delete");

    private final String process;
    private final Predicate<String> isDelegate;
    private final Set<Violation> violations = new LinkedHashSet<>();

    private ExpressionPlaces(String process, Predicate<String> isDelegate) {
        this.process = process;
        this.isDelegate = isDelegate;
    }

    static Set<Violation> violations(BpmnModelInstance model, String process, Predicate<String> isDelegate) {
        ExpressionPlaces check = new ExpressionPlaces(process, isDelegate);
        DomElements.withDescendants(DomElements.root(model), process).forEach(check::check);
        return check.violations;
    }

    private void check(Element element) {
        switch (element.getLocalName()) {
            case "conditionExpression", "completionCondition" -> checkCondition(element);
            case "loopCardinality" ->
                checkNumber(element, "the number of parts", element.getTextContent(), 1, DiagramSettings.MAX_PARTS);
            case "multiInstanceLoopCharacteristics" -> checkCollection(element);
            case "loopDataInputRef", "inputDataItem" ->
                report(
                        element,
                        "name the list of a multi-instance task with camunda:collection, as in ${task.reviewers}");
            case "serviceTask", "sendTask", "businessRuleTask" -> checkWork(element);
            case "userTask" -> checkUserTask(element);
            case "failedJobRetryTimeCycle" -> checkRetries(element);
            case "executionListener" -> checkListener(element, EXECUTION_EVENTS);
            case "taskListener" -> checkListener(element, TASK_EVENTS);
            default -> {}
        }
        checkDelegate(element);
        String priority = DomElements.extension(element, "jobPriority");
        if (priority != null) {
            checkNumber(element, "camunda:jobPriority", priority, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    private void checkCondition(Element element) {
        String text = element.getTextContent().strip();
        if (text.isEmpty()) {
            report(element, "the condition is empty: write an expression such as ${task.attempts < 3}, or remove it");
        } else if (!ExpressionText.isExpression(text)) {
            report(
                    element,
                    "the condition '" + shorten(text) + "' is plain text: write "
                            + (LACKS_BRACES.matcher(text).matches()
                                    ? "it as ${" + shorten(text) + "}"
                                    : "an expression such as ${task.attempts < 3}"));
        } else if (!text.matches("(?s)[$#]\\{.*}")) {
            report(
                    element,
                    "the condition '" + shorten(text) + "' has text around its expression: one ${…} is all of it");
        }
    }

    private void checkCollection(Element loop) {
        String collection = DomElements.extension(loop, "collection");
        boolean hasNumber = DomElements.children(loop).stream()
                .anyMatch(child -> child.getLocalName().equals("loopCardinality"));
        if (collection != null && !ExpressionText.isExpression(collection)) {
            report(
                    loop,
                    "the list '" + shorten(collection) + "' is no expression: write "
                            + (collection.matches("\\w+")
                                    ? "it as ${task." + collection + "}"
                                    : "one such as ${task.reviewers}"));
        }
        if (collection == null && !hasNumber) {
            report(loop, "say how many parts it has: a loop cardinality, or a list with camunda:collection");
        }
        if (collection != null && hasNumber) {
            report(loop, "it has a list and a number: which one counts? Remove one of them");
        }
    }

    private void checkWork(Element task) {
        List<String> work = Stream.of("delegateExpression", "expression", "class", "type", "decisionRef")
                .filter(name -> DomElements.extension(task, name) != null)
                .toList();
        if (work.size() > 1 && !work.contains("decisionRef")) { // beside a decision, DecisionTasks says it
            report(
                    task,
                    "it has several kinds of work: which one counts? Keep one of camunda:"
                            + String.join(", camunda:", work));
        }
        if (work.isEmpty()) {
            report(
                    task,
                    "it does nothing: name a delegate with camunda:delegateExpression, write a camunda:expression,"
                            + (task.getLocalName().equals("businessRuleTask")
                                    ? " name a decision with camunda:decisionRef,"
                                    : "")
                            + " or draw a plain task");
        }
    }

    private void checkUserTask(Element task) {
        for (String name : Set.of("dueDate", "followUpDate")) {
            String date = DomElements.extension(task, name);
            if (date != null && !ExpressionText.isExpression(date) && !isDate(date.strip())) {
                report(task, "camunda:" + name + " '" + shorten(date) + "' is no ISO-8601 date or duration");
            }
        }
        String priority = DomElements.extension(task, "priority");
        if (priority != null) {
            checkNumber(task, "camunda:priority", priority, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    private static boolean isDate(String text) {
        try {
            new DueDateBusinessCalendar().resolveDuedate(text);
            return text.length() <= MAX_TEXT;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private void checkNumber(Element element, String what, String text, int least, int most) {
        if (ExpressionText.isExpression(text)) {
            return;
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number < least || number > most) {
                report(element, what + " is " + number + "; it can be from " + least + " to " + most);
            }
        } catch (NumberFormatException e) {
            report(element, what + " '" + shorten(text) + "' is no whole number and no expression");
        }
    }

    /** With a period of zero a failed timer would be retried in a loop. */
    private void checkRetries(Element retries) {
        String text = retries.getTextContent().strip();
        try {
            for (String period : text.split(",")) {
                String cycle = period.strip().startsWith("R") ? period.strip() : "R1/" + period.strip();
                if (Cycle.parse(cycle, new Date()).millis(new Date()) < MIN_RETRY_MILLIS) {
                    report(retries, "a failed job would be tried again too often: '" + shorten(text) + "'");
                }
            }
        } catch (RuntimeException e) {
            report(retries, "'" + shorten(text) + "' says no times for another try, such as R3/PT5M");
        }
    }

    private void checkListener(Element listener, Set<String> events) {
        String event = DomElements.extension(listener, "event");
        boolean onArrow = listener.getParentNode().getParentNode() instanceof Element parent
                && "sequenceFlow".equals(parent.getLocalName());
        if (event == null ? !onArrow : !events.contains(event)) {
            report(
                    listener,
                    "a listener with the event '" + (event == null ? "" : shorten(event))
                            + "' is never called: there are " + String.join(", ", new TreeSet<>(events)));
        }
    }

    /** An expression that only names a delegate would find it and not run it. */
    private void checkDelegate(Element element) {
        String delegate = DomElements.extension(element, "delegateExpression");
        if (delegate != null) {
            Matcher name = NAME.matcher(delegate.strip());
            if (!name.matches()) {
                report(
                        element,
                        "camunda:delegateExpression '" + shorten(delegate)
                                + "' names one of the server's delegates, as in ${releaseLease}");
            } else if (DiagramExpressions.NAMES.contains(name.group(1))) {
                report(element, "'" + name.group(1) + "' is data and no delegate; use camunda:expression");
            }
        }
        String expression = DomElements.extension(element, "expression");
        if (expression != null && expression.isBlank()) {
            report(element, "camunda:expression is empty");
        }
        Matcher name = NAME.matcher(expression == null ? "" : expression.strip());
        if (name.matches() && isDelegate.test(name.group(1))) {
            report(
                    element,
                    "camunda:expression does not run the delegate '" + name.group(1)
                            + "': name it with camunda:delegateExpression");
        }
    }

    private static String shorten(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() > 80 ? line.substring(0, 80) + "…" : line;
    }

    private void report(Element element, String message) {
        violations.add(new Violation(DomElements.id(element, process), message));
    }
}
