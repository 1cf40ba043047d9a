package dev.baton.engine;

import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.SuspendedEntityInteractionException;
import org.camunda.bpm.engine.exception.NullValueException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Remembers for the request under way whose fault a failed command was. Camunda's REST answers 500 to many mistakes
 * of the caller; with this the door can tell them from its own.
 */
public final class FaultNote extends CommandInterceptor {

    private static final ThreadLocal<Integer> STATUS = new ThreadLocal<>();

    /** The HTTP status that the last failed command deserves; null when nothing failed, or by our fault. */
    public static Integer status() {
        return STATUS.get();
    }

    public static void forget() {
        STATUS.remove();
    }

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (RuntimeException e) {
            if (Overtakings.is(e)) {
                STATUS.set(409);
            } else if (callersFault(e)) {
                STATUS.set(400);
            }
            throw e;
        }
    }

    private static boolean callersFault(RuntimeException e) {
        return e instanceof BadUserRequestException
                || e instanceof NullValueException
                || e instanceof SuspendedEntityInteractionException
                || EngineFaults.refusal(e).isPresent();
    }
}
