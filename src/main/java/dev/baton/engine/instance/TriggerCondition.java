package dev.baton.engine.instance;

import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import java.util.List;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.Condition;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.pvm.PvmTransition;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.TransitionImpl;

/** The condition on a named arrow of a gateway: the name is the trigger of the move. */
record TriggerCondition(String name, CurrentMoves moves) implements Condition {

    /** The engine allows no condition on a gateway's only arrow; there a wrong trigger is refused when the state is left. */
    static void add(ActivityImpl gateway, CurrentMoves moves) {
        List<PvmTransition> arrows = gateway.getOutgoingTransitions();
        if (arrows.size() == 1) {
            return;
        }
        for (PvmTransition arrow : arrows) {
            String name = (String) arrow.getProperty("name");
            boolean named = name != null && !name.isBlank();
            boolean unconditional = arrow.getProperty(BpmnParse.PROPERTYNAME_CONDITION) == null
                    && !arrow.getId().equals(gateway.getProperty("default"));
            if (named && unconditional) {
                ((TransitionImpl) arrow)
                        .setProperty(BpmnParse.PROPERTYNAME_CONDITION, new TriggerCondition(name.strip(), moves));
            }
        }
    }

    @Override
    public boolean evaluate(DelegateExecution execution) {
        return name.equals(moves.of(new ExecutionToken(execution)).trigger());
    }

    @Override
    public boolean evaluate(VariableScope scope, DelegateExecution execution) {
        return evaluate(execution);
    }

    @Override
    public boolean tryEvaluate(VariableScope scope, DelegateExecution execution) {
        return evaluate(execution);
    }
}
