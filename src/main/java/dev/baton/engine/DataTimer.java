package dev.baton.engine;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import java.util.Date;
import java.util.Map;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.delegate.Expression;
import org.camunda.bpm.engine.impl.bpmn.helper.BpmnProperties;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationType;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * A timer with an expression, such as {@code ${task.dueAt}}. If the task's data holds no date or duration there, the move that
 * would start the timer is refused. A boundary timer for a date does not run while the task has no such date.
 */
final class DataTimer extends TimerDeclarationImpl {

    private final TimerDeclarationImpl declared;
    private final String element;
    private final boolean optional;

    private DataTimer(
            TimerDeclarationImpl declared,
            Expression when,
            TimerDeclarationType type,
            String element,
            boolean optional) {
        super(when, type, declared.getJobHandlerType());
        this.declared = declared;
        this.element = element;
        this.optional = optional;
        setInterruptingTimer(declared.isInterruptingTimer());
        setExclusive(declared.isExclusive());
        setJobConfiguration(declared.getJobConfiguration());
        setJobPriorityProvider(declared.getJobPriorityProvider());
        setRawJobHandlerConfiguration(element);
    }

    /**
     * Takes the place of the declaration that the engine has just read.
     *
     * @param optional whether the timer may be left out if there is no date
     */
    static void replace(Element timerDefinition, ActivityImpl event, boolean optional) {
        for (TimerDeclarationType type : TimerDeclarationType.values()) {
            Element when = timerDefinition.element(elementName(type));
            if (when != null && ExpressionCheck.isExpression(when.getText())) {
                Map<String, TimerDeclarationImpl> timers =
                        event.getEventScope().getProperties().get(BpmnProperties.TIMER_DECLARATIONS);
                Expression expression = Context.getProcessEngineConfiguration()
                        .getExpressionManager()
                        .createExpression(when.getText().strip());
                boolean canBeAbsent = optional && type == TimerDeclarationType.DATE;
                timers.computeIfPresent(event.getId(), (id, declared) -> {
                    DataTimer timer = new DataTimer(declared, expression, type, id, canBeAbsent);
                    timer.setActivity(event);
                    return timer;
                });
                return;
            }
        }
    }

    private static String elementName(TimerDeclarationType type) {
        return switch (type) {
            case DATE -> "timeDate";
            case DURATION -> "timeDuration";
            case CYCLE -> "timeCycle";
        };
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

    /** Null if there is no date, so that no timer runs. */
    @Override
    public TimerEntity createTimer(ExecutionEntity execution) {
        return optional && description.getValue(execution) == null ? null : super.createTimer(execution);
    }

    @Override
    public String resolveAndSetDuedate(ExecutionEntity execution, TimerEntity job, boolean creationDateBased) {
        Object value = description.getValue(execution);
        if (value instanceof Date || value instanceof String) {
            try {
                return super.resolveAndSetDuedate(execution, job, creationDateBased);
            } catch (ProcessEngineException e) {
                throw refusal(value);
            }
        }
        throw refusal(value);
    }

    private Refusal refusal(Object value) {
        String example = switch (type) {
            case DATE -> "a date such as 2030-01-31T09:00:00Z";
            case DURATION -> "a duration such as PT30M";
            case CYCLE -> "a cycle such as R/PT1H";
        };
        String found = value == null ? "nothing" : "'" + value + "'";
        return new Refusal(
                Reason.INVALID,
                "timer",
                "The timer '" + element + "' needs " + example + ", and " + description.getExpressionText() + " gives "
                        + found);
    }
}
