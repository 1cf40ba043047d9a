package dev.baton.engine.timer;

import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.calendar.BusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.model.bpmn.instance.BpmnModelElementInstance;
import org.camunda.bpm.model.bpmn.instance.Expression;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.TimerEventDefinition;

/** The engine reads a timer when a task gets there: a mistake would make every task fail. */
public final class TimerCheck {

    private static final int MAX_LENGTH = 100;

    private final CycleCalendar cycles;
    private final DurationCalendar durations;
    private final List<Violation> violations = new ArrayList<>();

    private TimerCheck(Duration shortest) {
        this.cycles = new CycleCalendar(shortest);
        this.durations = new DurationCalendar(shortest);
    }

    public static List<Violation> violations(Process process, Duration shortest) {
        TimerCheck check = new TimerCheck(shortest);
        process.getModelInstance()
                .getModelElementsByType(TimerEventDefinition.class)
                .forEach(check::check);
        return check.violations;
    }

    private void check(TimerEventDefinition timer) {
        List<Expression> times = Stream.of(timer.getTimeDuration(), timer.getTimeDate(), timer.getTimeCycle())
                .filter(Objects::nonNull)
                .toList();
        if (times.size() != 1 || times.get(0).getTextContent().isBlank()) {
            report(timer, "the timer needs one time: a duration such as PT15M, a date or a cycle");
            return;
        }
        check(timer, timer.getTimeDuration(), durations);
        check(timer, timer.getTimeDate(), new DueDateBusinessCalendar());
        check(timer, timer.getTimeCycle(), cycles);
    }

    private void check(TimerEventDefinition timer, Expression when, BusinessCalendar calendar) {
        String text = when == null ? "" : when.getTextContent().strip();
        if (when == null || ExpressionText.isExpression(text)) {
            return;
        }
        if (text.length() > MAX_LENGTH) {
            report(timer, "the timer can't be read: it has more than " + MAX_LENGTH + " characters");
            return;
        }
        if (calendar == durations && text.startsWith("R")) {
            report(timer, "'" + text + "' is a cycle: use a timer of that type, or leave R/ out");
            return;
        }
        try {
            Date due = calendar.resolveDuedate(text);
            if (due == null) {
                report(timer, "the timer would never fire: '" + text + "' has no date left");
                return;
            }
            DurationCalendar.refuseTooFar(text, due);
            if (calendar == durations) {
                durations.refuseTooShort(text);
            }
        } catch (RuntimeException e) {
            report(
                    timer,
                    calendar == cycles || isExplained(e)
                            ? e.getMessage()
                            : "the timer can't be read: '" + text + "' is no ISO-8601 duration, date or cycle");
        }
    }

    static boolean isExplained(RuntimeException e) {
        return e instanceof ProcessEngineException
                && e.getMessage() != null
                && e.getMessage().startsWith("the timer ");
    }

    private void report(TimerEventDefinition timer, String message) {
        violations.add(
                new Violation(((BpmnModelElementInstance) timer.getParentElement()).getAttributeValue("id"), message));
    }
}
