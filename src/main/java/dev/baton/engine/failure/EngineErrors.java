package dev.baton.engine.failure;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import java.util.Optional;
import org.camunda.bpm.engine.MismatchingMessageCorrelationException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.SuspendedEntityInteractionException;
import org.camunda.bpm.engine.TaskAlreadyClaimedException;

/** Translates exceptions of the engine into refusals. */
public final class EngineErrors {

    private EngineErrors() {}

    public static Optional<Refusal> refusal(RuntimeException failure) {
        if (failure instanceof SuspendedEntityInteractionException) {
            return refusal(
                    Reason.CONFLICT, "task", "An operator has suspended this task or its lifecycle; try again later");
        }
        Optional<Refusal> uncorrelated = uncorrelated(failure);
        if (uncorrelated.isPresent()) {
            return uncorrelated;
        }
        if (isAtOtherElement(failure)) {
            return refusal(
                    Reason.NO_SUCH_TRANSITION,
                    "trigger",
                    "The task does not wait for this now; GET /api/tasks/{id}/transitions lists what is possible");
        }
        if (failure instanceof ProcessEngineException
                && String.valueOf(failure.getMessage()).contains("ENGINE-02004")) {
            return refusal(
                    Reason.INVALID,
                    "payload",
                    "No condition of the diagram holds for this task and payload: correct the data, or let an admin add a"
                            + " default arrow");
        }
        if (failure instanceof TaskAlreadyClaimedException) {
            return refusal(Reason.CONFLICT, "assignee", "Somebody else has claimed this user task");
        }
        if (uncaughtError(failure) || failure.getCause() instanceof ProcessEngineException e && uncaughtError(e)) {
            return refusal(
                    Reason.NO_SUCH_TRANSITION, "errorCode", "No boundary event on the task's state catches this error");
        }
        return Optional.empty();
    }

    /** The refusal of a message that fits no task, for which Camunda's REST would answer the name of the exception's class. */
    public static Optional<Refusal> uncorrelated(RuntimeException failure) {
        return failure instanceof MismatchingMessageCorrelationException
                ? refusal(
                        Reason.NO_SUCH_TRANSITION,
                        "trigger",
                        "No task waits for this message now, or several do: send the task's id as businessKey;"
                                + " GET /api/tasks/{id}/transitions lists what it waits for")
                : Optional.empty();
    }

    private static boolean uncaughtError(RuntimeException failure) {
        return failure instanceof ProcessEngineException
                && String.valueOf(failure.getMessage()).contains("no error handler");
    }

    /** The engine has no exception type or code for this, only the message. */
    private static boolean isAtOtherElement(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof ProcessEngineException
                && (message.contains("it has no current activity")
                        || message.contains("does not have a subscription to a message event"));
    }

    /** Whether the engine could not parse an expression. */
    static boolean unparsable(RuntimeException failure) {
        return failure instanceof ProcessEngineException
                && String.valueOf(failure.getMessage()).contains("ENGINE-01009");
    }

    /** The refusal that the engine has wrapped in exceptions of its own. */
    public static Optional<Refusal> refusalIn(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof ProcessEngineException) {
            cause = cause.getCause();
        }
        return cause instanceof Refusal refusal ? Optional.of(refusal) : Optional.empty();
    }

    /** The message of the innermost cause, in one line. */
    public static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines().findFirst().orElse("");
    }

    private static Optional<Refusal> refusal(Reason reason, String field, String message) {
        return Optional.of(new Refusal(reason, field, message));
    }
}
