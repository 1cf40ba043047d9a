package dev.baton.engine.instance;

import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import java.util.Date;
import java.util.Map;
import org.camunda.bpm.engine.delegate.Expression;
import org.camunda.bpm.engine.impl.bpmn.helper.BpmnProperties;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationType;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ScopeImpl;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * A timer for a date, such as {@code ${task.dueAt}}. At a state it does not run while there is no such date. A date that has
 * passed fires at once; if only timers have moved the task since it fired last, it would do so for ever, and does not.
 */
final class DateTimer extends TimerDeclarationImpl {

    private final TimerDeclarationImpl declared;
    private final Expression date;
    private final ActivityImpl event;
    private final boolean atState;
    private final CurrentMoves moves;

    private DateTimer(
            TimerDeclarationImpl declared, Expression date, ActivityImpl event, boolean atState, CurrentMoves moves) {
        super(date, TimerDeclarationType.DATE, declared.getJobHandlerType());
        this.declared = declared;
        this.date = date;
        this.event = event;
        this.atState = atState;
        this.moves = moves;
        setActivity(event);
        setInterruptingTimer(declared.isInterruptingTimer());
        setExclusive(declared.isExclusive());
        setJobConfiguration(declared.getJobConfiguration());
        setJobPriorityProvider(declared.getJobPriorityProvider());
        setRawJobHandlerConfiguration(event.getId());
    }

    static void replaceAtState(Element timerDefinition, ActivityImpl boundary, CurrentMoves moves) {
        replace(timerDefinition, boundary, boundary.getEventScope(), true, moves);
    }

    static void replaceWaiting(Element timerDefinition, ActivityImpl event, CurrentMoves moves) {
        replace(timerDefinition, event, event, false, moves);
    }

    /** Takes the place of the declaration that the engine has just read, if it has a date. */
    private static void replace(
            Element timerDefinition, ActivityImpl event, ScopeImpl scope, boolean atState, CurrentMoves moves) {
        Element date = timerDefinition.element("timeDate");
        Map<String, TimerDeclarationImpl> timers = scope.getProperties().get(BpmnProperties.TIMER_DECLARATIONS);
        if (date == null || timers == null) {
            return;
        }
        Expression expression = Context.getProcessEngineConfiguration()
                .getExpressionManager()
                .createExpression(date.getText().strip());
        timers.computeIfPresent(
                event.getId(), (id, declared) -> new DateTimer(declared, expression, event, atState, moves));
    }

    /** The engine sets the id in its own declaration, when it has written the definition. */
    @Override
    protected String resolveJobDefinitionId(ExecutionEntity execution) {
        return declared.getJobDefinitionId();
    }

    @Override
    public String getJobDefinitionId() {
        return declared.getJobDefinitionId();
    }

    /** Null if no timer runs. */
    @Override
    public TimerEntity createTimer(ExecutionEntity execution) {
        Object value = atState || isByTimer(execution) ? date.getValue(execution) : null;
        if (atState && value == null) {
            return null;
        }
        if (isByTimer(execution) && hasPassed(value) && wouldRepeat(execution)) {
            if (atState) {
                return null;
            }
            throw DiagramFailure.at(
                    event.getId(),
                    "the date has passed, and only timers have moved the task since this one fired: it would fire"
                            + " again and again");
        }
        return super.createTimer(execution);
    }

    private static boolean isByTimer(ExecutionEntity execution) {
        return new ExecutionToken(execution).byTimer();
    }

    /** What is no date is refused when the timer is created. */
    private static boolean hasPassed(Object value) {
        try {
            Date due = value instanceof Date known
                    ? known
                    : new DueDateBusinessCalendar().resolveDuedate(String.valueOf(value));
            return due != null && !due.after(ClockUtil.getCurrentTime());
        } catch (RuntimeException e) {
            return false;
        }
    }

    private boolean wouldRepeat(ExecutionEntity execution) {
        return moves.of(new ExecutionToken(execution)).onlyTimersSince(event.getId());
    }
}
