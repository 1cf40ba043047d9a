package dev.baton.engine.timer;

import dev.baton.core.Refusal;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.internals.EngineField;
import java.util.Date;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.delegate.Expression;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.calendar.BusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DurationBusinessCalendar;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationType;
import org.camunda.bpm.engine.impl.pvm.PvmScope;

/**
 * The expression of a timer, or of a user task's date. A value that is no time is refused with the names of the element and the
 * expression; the engine would not name them.
 */
public final class CheckedTimer implements Expression {

    private static final EngineField DESCRIPTION = EngineField.of(TimerDeclarationImpl.class, "description");
    private static final EngineField TYPE = EngineField.of(TimerDeclarationImpl.class, "type");

    private final String timer;
    private final String calendar;
    private final Expression expression;
    private final boolean optional;

    private CheckedTimer(String timer, String calendar, Expression expression, boolean optional) {
        this.timer = timer;
        this.calendar = calendar;
        this.expression = expression;
        this.optional = optional;
    }

    /** The due or follow-up date of a user task, which may have no value. */
    public static Expression ofDate(String userTask, Expression date) {
        return date == null || date.isLiteralText()
                ? date
                : new CheckedTimer(userTask, DueDateBusinessCalendar.NAME, date, true);
    }

    public static void replace(PvmScope scope) {
        TimerDeclarationImpl.getDeclarationsForScope(scope).values().forEach(CheckedTimer::replace);
    }

    private static void replace(TimerDeclarationImpl declared) {
        Expression expression = (Expression) DESCRIPTION.value(declared);
        TimerDeclarationType type = (TimerDeclarationType) TYPE.value(declared);
        if (expression != null && !expression.isLiteralText() && !(expression instanceof CheckedTimer)) {
            DESCRIPTION.set(declared, new CheckedTimer(declared.getActivityId(), calendarOf(type), expression, false));
        }
    }

    private static String calendarOf(TimerDeclarationType type) {
        return switch (type) {
            case CYCLE -> CycleBusinessCalendar.NAME;
            case DATE -> DueDateBusinessCalendar.NAME;
            default -> DurationBusinessCalendar.NAME;
        };
    }

    @Override
    public Object getValue(VariableScope scope) {
        Object value = expression.getValue(scope);
        if (value instanceof Date || value == null && optional) {
            return value;
        }
        if (!(value instanceof String text)) {
            throw DiagramFailure.ofExpression(
                    timer, getExpressionText(), value == null ? "it has no value" : "'" + value + "' is no time");
        }
        try {
            BusinessCalendar times = Context.getProcessEngineConfiguration()
                    .getBusinessCalendarManager()
                    .getBusinessCalendar(calendar);
            Date due = times.resolveDuedate(text);
            if (due == null) {
                throw DiagramFailure.ofExpression(timer, getExpressionText(), "'" + text + "' has no date left");
            }
            DurationCalendar.refuseTooFar(text, due);
            if (times instanceof DurationCalendar durations) {
                durations.refuseTooShort(text);
            }
            return text;
        } catch (Refusal named) {
            throw named;
        } catch (ProcessEngineException e) {
            throw DiagramFailure.ofExpression(
                    timer,
                    getExpressionText(),
                    TimerCheck.isExplained(e)
                            ? e.getMessage()
                            : "'" + text + "' is no ISO-8601 duration, date or cycle");
        }
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
