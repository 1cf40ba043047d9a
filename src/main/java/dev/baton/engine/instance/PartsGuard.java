package dev.baton.engine.instance;

import dev.baton.engine.diagram.DiagramSettings;
import dev.baton.engine.failure.DiagramFailure;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.Expression;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.bpmn.behavior.MultiInstanceActivityBehavior;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;

/**
 * Checks how many parts a multi-instance task gets, before the engine creates them: it would pass a task with none, and create
 * any number.
 */
final class PartsGuard {

    private static final int MAX_NAME = 255;

    private final String element;
    private final MultiInstanceActivityBehavior behavior;

    private PartsGuard(String element, MultiInstanceActivityBehavior behavior) {
        this.element = element;
        this.behavior = behavior;
    }

    static void add(ActivityImpl body, String element) {
        if (body.getActivityBehavior() instanceof MultiInstanceActivityBehavior behavior) {
            PartsGuard guard = new PartsGuard(element, behavior);
            body.addBuiltInListener(ExecutionListener.EVENTNAME_START, (ExecutionListener) guard::check);
            if (behavior.getCompletionConditionExpression() != null) {
                behavior.setCompletionConditionExpression(
                        new Completion(element, behavior.getCompletionConditionExpression()));
            }
        }
    }

    private void check(DelegateExecution execution) {
        if (behavior.getLoopCardinalityExpression() != null) {
            Expression number = behavior.getLoopCardinalityExpression();
            checkNumber(number, number.getValue(execution));
        } else if (behavior.getCollectionExpression() != null) {
            Expression list = behavior.getCollectionExpression();
            checkList(list, list.getValue(execution));
        }
    }

    private void checkNumber(Expression expression, Object value) {
        long number = value instanceof Number given && given.doubleValue() == given.longValue()
                ? given.longValue()
                : value instanceof String text && text.strip().matches("\\d{1,9}") ? Long.parseLong(text.strip()) : -1;
        if (number < 1 || number > DiagramSettings.MAX_PARTS) {
            throw DiagramFailure.ofExpression(
                    element,
                    expression.getExpressionText(),
                    "the number of parts is a whole number from 1 to " + DiagramSettings.MAX_PARTS + ", and not "
                            + (value == null ? "empty" : "'" + value + "'"));
        }
    }

    private void checkList(Expression expression, Object value) {
        if (!(value instanceof Collection<?> list)) {
            throw DiagramFailure.ofExpression(
                    element,
                    expression.getExpressionText(),
                    value == null ? "there is no list" : "'" + value + "' is no list");
        }
        if (list.isEmpty() || list.size() > DiagramSettings.MAX_PARTS) {
            throw DiagramFailure.ofExpression(
                    element,
                    expression.getExpressionText(),
                    list.isEmpty()
                            ? "the list is empty, so the task would wait for nobody"
                            : "the list has " + list.size() + " entries; there can be " + DiagramSettings.MAX_PARTS);
        }
        Set<Object> seen = new HashSet<>();
        for (Object entry : list) {
            if (entry instanceof String text && text.length() > MAX_NAME) {
                throw DiagramFailure.ofExpression(
                        element,
                        expression.getExpressionText(),
                        "its entries have to be names of at most " + MAX_NAME + " characters");
            }
            if (!(entry instanceof String text) || text.isBlank() || !seen.add(entry)) {
                throw DiagramFailure.ofExpression(
                        element,
                        expression.getExpressionText(),
                        "its entries have to be different names, and '" + entry + "' is "
                                + (entry instanceof String && seen.contains(entry) ? "there twice" : "none"));
            }
        }
    }

    /** Whether enough parts are done; what is neither true nor false is refused with the element's name. */
    private record Completion(String element, Expression condition) implements Expression {

        @Override
        public Object getValue(VariableScope scope) {
            Object value = condition.getValue(scope);
            if (value instanceof Boolean) {
                return value;
            }
            throw DiagramFailure.ofExpression(element, getExpressionText(), "it is neither true nor false");
        }

        @Override
        public void setValue(Object value, VariableScope scope) {
            condition.setValue(value, scope);
        }

        @Override
        public String getExpressionText() {
            return condition.getExpressionText();
        }

        @Override
        public boolean isLiteralText() {
            return condition.isLiteralText();
        }
    }
}
