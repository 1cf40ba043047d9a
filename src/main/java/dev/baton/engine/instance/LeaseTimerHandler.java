package dev.baton.engine.instance;

import dev.baton.engine.timer.LeaseTimers;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.TimerEventJobHandler.TimerJobConfiguration;
import org.camunda.bpm.engine.impl.jobexecutor.TimerExecuteNestedActivityJobHandler;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ActivityStartBehavior;
import org.camunda.bpm.engine.impl.pvm.runtime.operation.PvmAtomicOperation;

/** Fires a timer of {@link LeaseTimers} without a scope: the state is left as cancelled, then the timer's arrow is taken. */
public final class LeaseTimerHandler extends TimerExecuteNestedActivityJobHandler {

    private final CurrentMoves moves;

    public LeaseTimerHandler(CurrentMoves moves) {
        this.moves = moves;
    }

    @Override
    public void execute(
            TimerJobConfiguration configuration, ExecutionEntity execution, CommandContext context, String tenant) {
        ActivityImpl boundary = execution.getProcessDefinition().findActivity(configuration.getTimerElementKey());
        if (boundary != null && boundary.getActivityBehavior() instanceof ExternalWorkBehavior) {
            moves.of(new ExecutionToken(execution)).leaseRunsOut();
            return;
        }
        if (boundary == null || !LeaseTimers.keeps(boundary.getEventScope())) {
            super.execute(configuration, execution, context, tenant);
            return;
        }
        if (boundary.getActivityStartBehavior() == ActivityStartBehavior.DEFAULT) {
            execution.setCanceled(true);
            execution.performOperation(PvmAtomicOperation.FIRE_ACTIVITY_END);
            execution.setCanceled(false);
        }
        execution.executeActivity(boundary);
    }
}
