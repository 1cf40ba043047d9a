package dev.baton.engine;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParseUtil;
import org.camunda.bpm.engine.impl.core.model.PropertyKey;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.TimerExecuteNestedActivityJobHandler;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ActivityStartBehavior;
import org.camunda.bpm.engine.impl.pvm.process.ScopeImpl;
import org.camunda.bpm.engine.impl.pvm.runtime.operation.PvmAtomicOperation;
import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * Timers of leases, which hardly ever fire. The engine would make an execution and a job for each on the way into the
 * state and delete both on the way out, at more cost than all the rest of the move. Here the ledger keeps when the
 * timer is due, and the engine gets its job when that time has come; from then on it is a timer like any other.
 */
final class LeaseTimers {

    private static final PropertyKey<Boolean> LEASED = new PropertyKey<>("batonLeased");
    private static final PropertyKey<Boolean> COUNTS = new PropertyKey<>("batonCounts");
    private static final PropertyKey<TimerDeclarationImpl> TIMER = new PropertyKey<>("batonLeaseTimer");

    private LeaseTimers() {}

    static void read(Element receiveTask, ActivityImpl activity) {
        Map<String, String> properties = BpmnParseUtil.parseCamundaExtensionProperties(receiveTask);
        if (properties != null && properties.containsKey("lease")) {
            activity.getProperties().set(LEASED, true);
        }
    }

    /** How often it has fired is for the engine to know, unless it goes on for ever. */
    static void read(Element timerDefinition, ActivityImpl boundary, boolean interrupting) {
        Element cycle = timerDefinition.element("timeCycle");
        if (cycle != null && !interrupting && !cycle.getText().strip().startsWith("R/")) {
            boundary.getProperties().set(COUNTS, true);
        }
    }

    /** With other events on its border a state has to be a scope in any case, and the engine keeps its timers. */
    static void takeOver(ActivityImpl state) {
        List<ActivityImpl> border = state.getFlowScope().getActivities().stream()
                .filter(activity -> activity.getEventScope() == state)
                .toList();
        Map<String, TimerDeclarationImpl> timers = TimerDeclarationImpl.getDeclarationsForScope(state);
        if (state.getProperties().get(LEASED) == null
                || border.size() != 1
                || timers.size() != 1
                || border.get(0).getProperties().get(COUNTS) != null) {
            return;
        }
        ActivityImpl boundary = border.get(0);
        state.getProperties().set(TIMER, timers.get(boundary.getId()));
        state.setScope(false); // which is when the engine would make a job for the timer
        if (boundary.getActivityStartBehavior() == ActivityStartBehavior.CANCEL_EVENT_SCOPE) {
            boundary.setActivityStartBehavior(ActivityStartBehavior.DEFAULT);
        }
        state.addBuiltInListener(
                ExecutionListener.EVENTNAME_END, (ExecutionListener) execution -> drop((ExecutionEntity) execution));
    }

    private static Optional<TimerDeclarationImpl> on(ScopeImpl state) {
        return state == null
                ? Optional.empty()
                : Optional.ofNullable(state.getProperties().get(TIMER));
    }

    /** When the timer on the state that a token has entered is due; nothing where the engine keeps it. */
    static Optional<Instant> due(DelegateExecution token) {
        ExecutionEntity execution = (ExecutionEntity) token;
        return on(execution.getActivity()).map(declared -> {
            TimerEntity timer = new TimerEntity();
            declared.resolveAndSetDuedate(execution, timer, false);
            return timer.getDuedate().toInstant();
        });
    }

    /** The same for a token that waits there, and a job that the engine may have is forgotten. */
    static Optional<Instant> restart(ExecutionEntity execution) {
        Optional<Instant> due = due(execution);
        due.ifPresent(d -> drop(execution));
        return due;
    }

    /** The time has come: a job of the engine's own, which fires, is tried again and becomes an incident as any other. */
    static void handOver(ExecutionEntity execution, Instant due, CommandContext context) {
        TimerDeclarationImpl declared = on(execution.getActivity()).orElseThrow();
        TimerEntity timer = declared.createJobInstance(execution);
        timer.setDuedate(Date.from(due));
        timer.setSuspensionState(execution.getSuspensionState()); // a suspended one waits for its activation
        context.getJobManager().schedule(timer);
    }

    /** What the engine was handed and has not fired yet is of no use any more. */
    static void drop(ExecutionEntity execution) {
        String timer = on(execution.getActivity()).orElseThrow().getActivityId();
        List.copyOf(execution.getJobs()).stream()
                .filter(job -> timer.equals(job.getActivityId()))
                .forEach(JobEntity::delete);
    }

    /** Fires as the engine does, without a scope to destroy: the state is left as cancelled, then the timer's arrow is taken. */
    static final class Handler extends TimerExecuteNestedActivityJobHandler {

        @Override
        public void execute(
                TimerJobConfiguration configuration, ExecutionEntity execution, CommandContext context, String tenant) {
            ActivityImpl boundary = execution.getProcessDefinition().findActivity(configuration.getTimerElementKey());
            if (boundary == null || on(boundary.getEventScope()).isEmpty()) {
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
}
