package dev.baton.engine.instance;

import dev.baton.engine.failure.DiagramFailure;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.camunda.bpm.engine.delegate.Expression;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.task.TaskDefinition;

/**
 * The expression for the assignee or the candidates of a user task. A value that names nobody is refused with the names of the
 * element and the expression; the engine would not name them.
 */
record CheckedPeople(String userTask, Expression expression, boolean several) implements Expression {

    private static final int MAX_NAME = 255;

    static void replace(String userTask, TaskDefinition definition) {
        if (definition.getAssigneeExpression() != null) {
            definition.setAssigneeExpression(checked(userTask, definition.getAssigneeExpression(), false));
        }
        check(userTask, definition.getCandidateUserIdExpressions());
        check(userTask, definition.getCandidateGroupIdExpressions());
    }

    /** In place, since the engine has no other way to exchange them. */
    private static void check(String userTask, Set<Expression> candidates) {
        List<Expression> unchecked = List.copyOf(candidates);
        candidates.clear();
        unchecked.forEach(expression -> candidates.add(checked(userTask, expression, true)));
    }

    private static Expression checked(String userTask, Expression expression, boolean several) {
        return expression.isLiteralText() ? expression : new CheckedPeople(userTask, expression, several);
    }

    @Override
    public Object getValue(VariableScope scope) {
        Object value = expression.getValue(scope);
        if (names(value).anyMatch(name -> name.length() > MAX_NAME)) {
            throw DiagramFailure.ofExpression(
                    userTask, getExpressionText(), "a name has at most " + MAX_NAME + " characters");
        }
        if (value instanceof String || value == null && !several) {
            return value;
        }
        if (several && value instanceof Collection<?> names && names.stream().allMatch(String.class::isInstance)) {
            return value;
        }
        throw DiagramFailure.ofExpression(
                userTask,
                getExpressionText(),
                value == null
                        ? "it has no value"
                        : "'" + value + "' is no name" + (several ? ", and no list of names" : ""));
    }

    private Stream<String> names(Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(String::valueOf);
        }
        return value instanceof String text ? Stream.of(several ? text.split(",") : new String[] {text}) : Stream.of();
    }

    @Override
    public void setValue(Object value, VariableScope scope) {
        expression.setValue(value, scope);
    }

    @Override
    public String getExpressionText() {
        return expression.getExpressionText();
    }

    @Override
    public boolean isLiteralText() {
        return false;
    }
}
