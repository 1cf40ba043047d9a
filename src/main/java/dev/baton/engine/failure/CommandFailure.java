package dev.baton.engine.failure;

import dev.baton.core.Causes;
import dev.baton.database.DatabaseFailures;
import jakarta.servlet.ServletRequest;
import java.sql.SQLException;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.SuspendedEntityInteractionException;
import org.camunda.bpm.engine.exception.NullValueException;
import org.camunda.bpm.engine.impl.cfg.auth.AuthorizationCommandChecker;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Why a command of the current request failed, kept as an attribute of the request. Camunda's REST answers 500 to many
 * mistakes of the caller; filters replace that by the right answer.
 */
public final class CommandFailure {

    /**
     * How to answer a failed request.
     *
     * @param message null if the message of the exception is good enough
     */
    public record Answer(int status, String message) {}

    private static final String ATTRIBUTE = CommandFailure.class.getName();

    private static final Answer NOT_UNDERSTOOD =
            new Answer(400, "The request can't be understood: something in it is missing or of the wrong type");
    private static final Answer BAD_REQUEST = new Answer(400, null);
    private static final Answer NOT_STORABLE = new Answer(
            400,
            "A value in the request can't be stored: it is too long, or has a character that the database does not accept");
    private static final Answer NOT_FOUND = new Answer(
            404, "Nothing has the id that the request names; check it, it may also have been completed or deleted");
    private static final Answer CONFLICT = new Answer(
            409, "Somebody else changed the same thing at the same time: read it again, then repeat the request");
    private static final Answer DATABASE_UNAVAILABLE = new Answer(503, DatabaseFailures.MESSAGE);
    private static final Answer SERVER_ERROR =
            new Answer(500, "The server failed; an operator finds the reason in its log.");

    private RuntimeException cause;
    private boolean logged;

    private CommandFailure() {}

    /** The failure of a request; without a cause if no command has failed. */
    public static CommandFailure of(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof CommandFailure failure ? failure : new CommandFailure();
    }

    public static void clear(ServletRequest request) {
        request.removeAttribute(ATTRIBUTE);
    }

    /** Does nothing outside of a request, for example in the job executor. */
    public static void record(RuntimeException cause) {
        CommandFailure failure = current();
        if (failure != null) {
            failure.cause = cause;
        }
    }

    public static void markLogged() {
        CommandFailure failure = current();
        if (failure != null) {
            failure.logged = true;
        }
    }

    private static CommandFailure current() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (request == null) {
            return null;
        }
        if (request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST) instanceof CommandFailure failure) {
            return failure;
        }
        CommandFailure failure = new CommandFailure();
        request.setAttribute(ATTRIBUTE, failure, RequestAttributes.SCOPE_REQUEST);
        return failure;
    }

    /** What the last failed command threw; null if none has failed. */
    public RuntimeException cause() {
        return cause;
    }

    /** Whether the failure was logged already. */
    public boolean logged() {
        return logged;
    }

    public boolean databaseUnavailable() {
        return cause != null && answer() == DATABASE_UNAVAILABLE;
    }

    /** A request that failed before it became a command is the caller's mistake. */
    public Answer answer() {
        if (cause == null) {
            return NOT_UNDERSTOOD;
        }
        if (DatabaseFailures.unavailable(cause)) {
            return DATABASE_UNAVAILABLE;
        }
        if (ConcurrencyFailures.is(cause)) {
            return CONFLICT;
        }
        if (isBadRequest(cause)) {
            return BAD_REQUEST;
        }
        if (isNotFound(cause)) {
            return NOT_FOUND;
        }
        return isNotStorable(cause) ? NOT_STORABLE : SERVER_ERROR;
    }

    /** The engine checks the permission for an entity before it checks whether the entity exists. */
    private static boolean isNotFound(RuntimeException e) {
        return e instanceof NullPointerException
                && e.getStackTrace().length > 0
                && e.getStackTrace()[0].getClassName().equals(AuthorizationCommandChecker.class.getName());
    }

    private static boolean isBadRequest(RuntimeException e) {
        return e instanceof BadUserRequestException
                || e instanceof NullValueException
                || e instanceof SuspendedEntityInteractionException
                || e.getClass() == ProcessEngineException.class && e.getCause() == null
                || EngineErrors.unparsable(e)
                || EngineErrors.refusal(e).isPresent();
    }

    /** SQLSTATE class 22: a value is too long, or has a character that the database can't store. */
    private static boolean isNotStorable(Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> cause instanceof SQLException sql
                        && String.valueOf(sql.getSQLState()).startsWith("22"));
    }
}
