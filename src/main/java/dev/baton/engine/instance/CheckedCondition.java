package dev.baton.engine.instance;

import dev.baton.core.Refusal;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.failure.EngineErrors;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.Condition;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.el.UelExpressionCondition;
import org.camunda.bpm.engine.impl.pvm.process.TransitionImpl;

/** A condition on an arrow; one that is neither true nor false is refused with the arrow's name. */
record CheckedCondition(String arrow, String text, Condition condition) implements Condition {

    static void replace(TransitionImpl arrow) {
        if (arrow.getProperty(BpmnParse.PROPERTYNAME_CONDITION) instanceof UelExpressionCondition condition) {
            Object text = arrow.getProperty(BpmnParse.PROPERTYNAME_CONDITION_TEXT);
            arrow.setProperty(
                    BpmnParse.PROPERTYNAME_CONDITION,
                    new CheckedCondition(arrow.getId(), String.valueOf(text).strip(), condition));
        }
    }

    @Override
    public boolean evaluate(DelegateExecution execution) {
        return evaluate(execution, execution);
    }

    @Override
    public boolean evaluate(VariableScope scope, DelegateExecution execution) {
        try {
            return condition.evaluate(scope, execution);
        } catch (Refusal named) {
            throw named;
        } catch (ProcessEngineException e) {
            throw EngineErrors.refusalIn(e)
                    .orElseGet(() -> DiagramFailure.ofExpression(arrow, text, "it is neither true nor false"));
        }
    }

    @Override
    public boolean tryEvaluate(VariableScope scope, DelegateExecution execution) {
        return evaluate(scope, execution);
    }
}
