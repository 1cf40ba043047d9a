package dev.baton.engine.timer;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParseUtil;
import org.camunda.bpm.engine.impl.core.model.PropertyKey;
import org.camunda.bpm.engine.impl.el.FixedValue;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.TimerDeclarationType;
import org.camunda.bpm.engine.impl.jobexecutor.TimerExecuteNestedActivityJobHandler;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ActivityStartBehavior;
import org.camunda.bpm.engine.impl.pvm.process.ScopeImpl;
import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * Keeps the timers of leases out of the engine until they are due, because they hardly ever fire. The engine would insert an
 * execution and a job when the state is entered and delete both when it is left, which costs more than the rest of the move.
 * The ledger stores the due date instead; when it has passed, the engine gets a job, which is a timer like any other.
 */
public final class LeaseTimers {

    private static final PropertyKey<Boolean> LEASED = new PropertyKey<>("batonLeased");
    private static final PropertyKey<Boolean> LIMITED_CYCLE = new PropertyKey<>("batonLimitedCycle");
    private static final PropertyKey<TimerDeclarationImpl> TIMER = new PropertyKey<>("batonLeaseTimer");

    /** How long a lease lasts in a state without a timer. */
    private static final String WITHOUT_TIMER = "PT5M";

    private LeaseTimers() {}

    public static void read(Element receiveTask, ActivityImpl activity) {
        Map<String, String> properties = BpmnParseUtil.parseCamundaExtensionProperties(receiveTask);
        String lease = properties == null ? null : properties.get("lease");
        if ("new".equals(lease) || "keep".equals(lease)) {
            setLeased(activity);
        }
    }

    public static void setLeased(ActivityImpl state) {
        state.getProperties().set(LEASED, true);
    }

    /** Limits the lease on a state without a timer; when it runs out, nobody holds the task, and it stays. */
    public static void limit(ActivityImpl state) {
        if (state.getProperties().get(TIMER) == null
                && TimerDeclarationImpl.getDeclarationsForScope(state).isEmpty()) {
            TimerDeclarationImpl timer = new LeaseLimit();
            timer.setRawJobHandlerConfiguration(state.getId());
            timer.setActivity(state);
            keep(timer, state);
        }
    }

    /** A cycle with a limited number of repetitions stays with the engine, which counts them. */
    public static void read(Element timerDefinition, ActivityImpl boundary, boolean interrupting) {
        Element cycle = timerDefinition.element("timeCycle");
        if (cycle != null && !interrupting && !cycle.getText().strip().startsWith("R/")) {
            boundary.getProperties().set(LIMITED_CYCLE, true);
        }
    }

    /** A state with other boundary events has to be a scope anyway, so the engine keeps its timers. */
    public static void takeOver(ActivityImpl state) {
        List<ActivityImpl> boundaryEvents = state.getFlowScope().getActivities().stream()
                .filter(activity -> activity.getEventScope() == state)
                .toList();
        Map<String, TimerDeclarationImpl> timers = TimerDeclarationImpl.getDeclarationsForScope(state);
        if (state.getProperties().get(LEASED) == null
                || boundaryEvents.size() != 1
                || timers.size() != 1
                || boundaryEvents.get(0).getProperties().get(LIMITED_CYCLE) != null) {
            return;
        }
        ActivityImpl boundary = boundaryEvents.get(0);
        keep(timers.get(boundary.getId()), state);
        state.setScope(false); // the engine creates jobs for the timers of scopes only
        if (boundary.getActivityStartBehavior() == ActivityStartBehavior.CANCEL_EVENT_SCOPE) {
            boundary.setActivityStartBehavior(ActivityStartBehavior.DEFAULT);
        }
    }

    /** The job that a due timer gets is deleted when the state is left. */
    private static void keep(TimerDeclarationImpl timer, ActivityImpl state) {
        state.getProperties().set(TIMER, timer);
        state.addBuiltInListener(ExecutionListener.EVENTNAME_END, (ExecutionListener)
                execution -> deleteJob((ExecutionEntity) execution));
    }

    /** Whether the timer on a state is kept out of the engine. */
    public static boolean keeps(ScopeImpl state) {
        return timer(state).isPresent();
    }

    private static Optional<TimerDeclarationImpl> timer(ScopeImpl state) {
        return state == null
                ? Optional.empty()
                : Optional.ofNullable(state.getProperties().get(TIMER));
    }

    /** The due date of the timer on the state that the token has entered; empty if the engine keeps it. */
    public static Optional<Instant> due(DelegateExecution token) {
        ExecutionEntity execution = (ExecutionEntity) token;
        return timer(execution.getActivity()).map(declared -> {
            TimerEntity timer = new TimerEntity();
            declared.resolveAndSetDuedate(execution, timer, false);
            return timer.getDuedate().toInstant();
        });
    }

    /** Calculates the due date again from now, and deletes the engine's job if there is one. */
    public static Optional<Instant> restart(ExecutionEntity execution) {
        Optional<Instant> due = due(execution);
        due.ifPresent(d -> deleteJob(execution));
        return due;
    }

    /** Creates the engine's job for a due timer, which fires, is retried and becomes an incident like any other. */
    public static void handOver(ExecutionEntity execution, Instant due, CommandContext context) {
        TimerDeclarationImpl declared = timer(execution.getActivity()).orElseThrow();
        TimerEntity timer = declared.createJobInstance(execution);
        timer.setDuedate(Date.from(due));
        timer.setSuspensionState(
                execution.getSuspensionState()); // the job of a suspended instance waits for its activation
        context.getJobManager().schedule(timer);
    }

    /** Deletes a job that was handed over and has not fired yet. */
    private static void deleteJob(ExecutionEntity execution) {
        String timer = timer(execution.getActivity()).orElseThrow().getActivityId();
        List.copyOf(execution.getJobs()).stream()
                .filter(job -> timer.equals(job.getActivityId()))
                .forEach(JobEntity::delete);
    }

    /** A timer that the diagram does not draw, so that the engine has no job definition for it. */
    private static final class LeaseLimit extends TimerDeclarationImpl {

        LeaseLimit() {
            super(
                    new FixedValue(WITHOUT_TIMER),
                    TimerDeclarationType.DURATION,
                    TimerExecuteNestedActivityJobHandler.TYPE);
        }

        @Override
        protected TimerEntity newJobInstance(ExecutionEntity execution) {
            TimerEntity timer = super.newJobInstance(execution);
            ProcessDefinitionEntity definition = execution.getProcessDefinition();
            timer.setProcessDefinitionId(definition.getId());
            timer.setProcessDefinitionKey(definition.getKey());
            timer.setDeploymentId(definition.getDeploymentId());
            return timer;
        }
    }
}
