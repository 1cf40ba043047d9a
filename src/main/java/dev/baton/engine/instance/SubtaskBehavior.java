package dev.baton.engine.instance;

import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import org.camunda.bpm.engine.impl.bpmn.behavior.CallableElementActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.TaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.helper.BpmnExceptionHandler;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.pvm.delegate.ActivityExecution;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;

/**
 * A call activity of a lifecycle. The engine would run the called process inside of this instance; here the children are tasks
 * of their own, and the token waits in the call activity until the server signals that they have ended.
 */
final class SubtaskBehavior extends TaskActivityBehavior {

    /** The name of the signal that takes the error boundary event. */
    static final String FAILED = "children-failed";

    private final CurrentMoves moves;

    private SubtaskBehavior(CurrentMoves moves) {
        this.moves = moves;
    }

    /** Also replaces the behaviour of a multi-instance body, so that there is one token for all children. */
    static void replaceCall(ActivityImpl activity, CurrentMoves moves) {
        boolean calls = isCall(activity)
                || activity.getActivities().stream().anyMatch(SubtaskBehavior::isCall)
                        && activity.getId().endsWith(BpmnParse.MULTI_INSTANCE_BODY_ID_SUFFIX);
        if (calls) {
            activity.setActivityBehavior(new SubtaskBehavior(moves));
        }
    }

    private static boolean isCall(ActivityImpl activity) {
        return activity.getActivityBehavior() instanceof CallableElementActivityBehavior;
    }

    @Override
    public void execute(ActivityExecution execution) {
        moves.of(new ExecutionToken(execution)).startsSubtasks();
    }

    @Override
    public void signal(ActivityExecution execution, String signal, Object data) throws Exception {
        if (FAILED.equals(signal)) {
            BpmnExceptionHandler.propagateError(FAILED, "a child has failed", null, execution);
        } else {
            leave(execution);
        }
    }
}
