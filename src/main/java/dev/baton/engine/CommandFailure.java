package dev.baton.engine;

import dev.baton.database.DatabaseFailures;
import java.sql.SQLException;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.SuspendedEntityInteractionException;
import org.camunda.bpm.engine.exception.NullValueException;
import org.camunda.bpm.engine.impl.cfg.auth.AuthorizationCommandChecker;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Remembers for the request under way whose fault a failed command was. Camunda's REST answers 500 to many mistakes
 * of the caller; with this the door can tell them from its own.
 */
public final class CommandFailure extends CommandInterceptor {

    /**
     * What a failed request deserves.
     *
     * @param message null when the engine's own words will do
     */
    public record Note(int status, String message) {}

    private static final ThreadLocal<RuntimeException> FAILURE = new ThreadLocal<>();
    private static final ThreadLocal<Boolean> LOGGED = new ThreadLocal<>();

    private static final Note NOT_UNDERSTOOD =
            new Note(400, "The request can't be understood: something in it is missing or of the wrong type");
    private static final Note SAID = new Note(400, null);
    private static final Note UNKEEPABLE =
            new Note(400, "Something in the request can't be kept: it is too long, or holds a character that is none");
    private static final Note MISSING = new Note(404, "What the request names is not there");
    private static final Note OVERTAKEN =
            new Note(409, "Somebody else changed the same thing at the same moment: look again and try again");
    private static final Note AWAY = new Note(503, DatabaseFailures.MESSAGE);
    private static final Note OURS = new Note(500, "Something went wrong on the server; its log says what.");

    /** A request that failed before it became a command is the caller's fault. */
    public static Note read() {
        RuntimeException failure = FAILURE.get();
        return failure == null ? NOT_UNDERSTOOD : note(failure);
    }

    /** What the last failed command threw; null if none has failed. */
    public static RuntimeException failure() {
        return FAILURE.get();
    }

    /** Whether the log has this failure already. */
    public static boolean logged() {
        return Boolean.TRUE.equals(LOGGED.get());
    }

    static void markLogged() {
        LOGGED.set(true);
    }

    /** Whether a command of this request failed because the database can't be reached. */
    public static boolean databaseAway() {
        return FAILURE.get() != null && note(FAILURE.get()) == AWAY;
    }

    public static void forget() {
        FAILURE.remove();
        LOGGED.remove();
    }

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (RuntimeException e) {
            FAILURE.set(e);
            throw e;
        }
    }

    private static Note note(RuntimeException e) {
        if (DatabaseFailures.unavailable(e)) {
            return AWAY;
        }
        if (ConcurrencyFailures.is(e)) {
            return OVERTAKEN;
        }
        if (callersFault(e)) {
            return SAID;
        }
        if (missing(e)) {
            return MISSING;
        }
        return unkeepable(e) ? UNKEEPABLE : OURS;
    }

    /** The engine asks for the permission before it looks whether there is anything to be permitted. */
    private static boolean missing(RuntimeException e) {
        return e instanceof NullPointerException
                && e.getStackTrace().length > 0
                && e.getStackTrace()[0].getClassName().equals(AuthorizationCommandChecker.class.getName());
    }

    private static boolean callersFault(RuntimeException e) {
        return e instanceof BadUserRequestException
                || e instanceof NullValueException
                || e instanceof SuspendedEntityInteractionException
                || e.getClass() == ProcessEngineException.class && e.getCause() == null
                || EngineErrors.unparsable(e)
                || EngineErrors.refusal(e).isPresent();
    }

    /** Class 22 of SQL's states: a value that is too long, or a character that the database can't keep. */
    private static boolean unkeepable(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof SQLException sql
                    && String.valueOf(sql.getSQLState()).startsWith("22")) {
                return true;
            }
        }
        return false;
    }
}
