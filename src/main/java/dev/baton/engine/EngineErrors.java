package dev.baton.engine;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import java.util.Optional;
import org.camunda.bpm.engine.MismatchingMessageCorrelationException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.SuspendedEntityInteractionException;
import org.camunda.bpm.engine.TaskAlreadyClaimedException;

/** What the engine says no to by itself, in the words of a refusal. */
public final class EngineErrors {

    private EngineErrors() {}

    public static Optional<Refusal> refusal(RuntimeException failure) {
        if (failure instanceof SuspendedEntityInteractionException) {
            return refusal(
                    Reason.CONFLICT, "task", "An operator has suspended this task or its lifecycle; try again later");
        }
        if (failure instanceof MismatchingMessageCorrelationException || waitsElsewhere(failure)) {
            return refusal(Reason.NO_SUCH_TRANSITION, "trigger", "The task does not wait for this at the moment");
        }
        if (failure instanceof ProcessEngineException
                && String.valueOf(failure.getMessage()).contains("ENGINE-02004")) {
            return refusal(
                    Reason.INVALID,
                    "payload",
                    "No condition of the diagram holds for this task and payload, so there is no way on");
        }
        if (failure instanceof TaskAlreadyClaimedException) {
            return refusal(Reason.CONFLICT, "assignee", "Somebody else has this user task");
        }
        if (uncaughtError(failure) || failure.getCause() instanceof ProcessEngineException e && uncaughtError(e)) {
            return refusal(Reason.NO_SUCH_TRANSITION, "errorCode", "Nothing in the diagram catches this error here");
        }
        return Optional.empty();
    }

    private static boolean uncaughtError(RuntimeException failure) {
        return failure instanceof ProcessEngineException
                && String.valueOf(failure.getMessage()).contains("no error handler");
    }

    /** The engine has no type or code of its own for a token that has moved on: only these words. */
    private static boolean waitsElsewhere(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof ProcessEngineException
                && (message.contains("it has no current activity")
                        || message.contains("does not have a subscription to a message event"));
    }

    /** An expression in a diagram that is none. */
    static boolean unparsable(RuntimeException failure) {
        return failure instanceof ProcessEngineException
                && String.valueOf(failure.getMessage()).contains("ENGINE-01009");
    }

    private static Optional<Refusal> refusal(Reason reason, String field, String message) {
        return Optional.of(new Refusal(reason, field, message));
    }
}
