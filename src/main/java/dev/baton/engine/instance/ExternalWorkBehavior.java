package dev.baton.engine.instance;

import dev.baton.engine.timer.LeaseTimers;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import dev.baton.engine.token.TokenMove;
import dev.baton.lifecycle.ExternalWork;
import org.camunda.bpm.engine.impl.bpmn.behavior.ExternalTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.TaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.helper.BpmnExceptionHandler;
import org.camunda.bpm.engine.impl.pvm.PvmActivity;
import org.camunda.bpm.engine.impl.pvm.PvmTransition;
import org.camunda.bpm.engine.impl.pvm.delegate.ActivityExecution;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;

/**
 * An external task of a lifecycle. The engine's own external tasks have locks of their own; here the worker holds the lease on
 * the task, and whatever it does is a move that the guards check. What is not drawn (claim, release, fail) leads back into the
 * state by transitions that only the engine knows.
 */
final class ExternalWorkBehavior extends TaskActivityBehavior {

    private final CurrentMoves moves;

    private ExternalWorkBehavior(CurrentMoves moves) {
        this.moves = moves;
    }

    static void replaceExternal(ActivityImpl activity, CurrentMoves moves) {
        if (activity.getActivityBehavior() instanceof ExternalTaskActivityBehavior) {
            activity.setActivityBehavior(new ExternalWorkBehavior(moves));
            for (String trigger : ExternalWork.TRIGGERS.keySet()) {
                activity.createOutgoingTransition(ExternalWork.element(activity.getId(), trigger))
                        .setDestination(activity);
            }
            LeaseTimers.limit(activity);
        }
    }

    @Override
    public void execute(ActivityExecution execution) {
        // waits for a worker
    }

    @Override
    public void signal(ActivityExecution execution, String signal, Object data) throws Exception {
        TokenMove move = moves.of(new ExecutionToken(execution));
        boolean raised = move.raisesError(); // selects the exit, and with it the trigger
        if (raised) {
            BpmnExceptionHandler.propagateError(move.trigger(), "raised by a worker", null, execution);
            return;
        }
        PvmActivity task = execution.getActivity();
        PvmTransition notDrawn = task.findOutgoingTransition(ExternalWork.element(task.getId(), move.trigger()));
        execution.leaveActivityViaTransition(notDrawn == null ? drawn(task) : notDrawn);
    }

    /** The only arrow that the diagram has here. */
    private static PvmTransition drawn(PvmActivity task) {
        return task.getOutgoingTransitions().stream()
                .filter(transition -> ExternalWork.TRIGGERS.keySet().stream()
                        .noneMatch(trigger -> transition.getId().equals(ExternalWork.element(task.getId(), trigger))))
                .findFirst()
                .orElseThrow();
    }
}
