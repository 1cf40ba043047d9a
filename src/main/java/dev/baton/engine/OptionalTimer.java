package dev.baton.engine;

import java.util.Map;
import org.camunda.bpm.engine.delegate.Expression;
import org.camunda.bpm.engine.impl.bpmn.helper.BpmnProperties;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationType;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.util.xml.Element;

/** A boundary timer for a date from the task's data, such as {@code ${task.dueAt}}. It does not run while there is no such date. */
final class OptionalTimer extends TimerDeclarationImpl {

    private final TimerDeclarationImpl declared;
    private final Expression date;

    private OptionalTimer(TimerDeclarationImpl declared, Expression date, ActivityImpl event) {
        super(date, TimerDeclarationType.DATE, declared.getJobHandlerType());
        this.declared = declared;
        this.date = date;
        setActivity(event);
        setInterruptingTimer(declared.isInterruptingTimer());
        setExclusive(declared.isExclusive());
        setJobConfiguration(declared.getJobConfiguration());
        setJobPriorityProvider(declared.getJobPriorityProvider());
        setRawJobHandlerConfiguration(event.getId());
    }

    /** Takes the place of the declaration that the engine has just read, if it has a date that is an expression. */
    static void replace(Element timerDefinition, ActivityImpl event) {
        Element date = timerDefinition.element("timeDate");
        if (date == null || !ExpressionCheck.isExpression(date.getText())) {
            return;
        }
        Map<String, TimerDeclarationImpl> timers =
                event.getEventScope().getProperties().get(BpmnProperties.TIMER_DECLARATIONS);
        Expression expression = Context.getProcessEngineConfiguration()
                .getExpressionManager()
                .createExpression(date.getText().strip());
        timers.computeIfPresent(event.getId(), (id, declared) -> new OptionalTimer(declared, expression, event));
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
        return date.getValue(execution) == null ? null : super.createTimer(execution);
    }
}
