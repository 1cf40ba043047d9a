package dev.baton.engine.failure;

import dev.baton.core.Causes;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.DatabaseFailures;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.exception.NullValueException;
import org.camunda.bpm.impl.juel.jakarta.el.ELException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** The refusals for what goes wrong while a task follows its diagram, for example data of another type than expected. */
public final class DiagramFailure {

    private static final Logger LOG = LoggerFactory.getLogger(DiagramFailure.class);
    private static final int MAX_TEXT = 300;
    private static final Pattern CLASS = Pattern.compile("\\bclass (?:\\w+\\.)+(\\w+)");

    private DiagramFailure() {}

    public static Refusal ofExpression(String element, String expression, String problem) {
        return refusal("At '" + element + "' the expression " + shorten(expression) + " can't be used: " + problem);
    }

    public static Refusal at(String element, String problem) {
        return refusal("At '" + element + "': " + problem);
    }

    public static Refusal ofDecision(String element, String decision, String problem) {
        return at(element, "the decision '" + decision + "' can't be made: " + problem);
    }

    public static Refusal ofDecision(String decision, RuntimeException failure) {
        return refusal("The decision '" + decision + "' can't be made: " + withoutCode(failure));
    }

    /** The innermost message, without the engine's number for it. */
    public static String withoutCode(RuntimeException failure) {
        return EngineErrors.innermost(failure).replaceFirst("^[A-Z/]+-\\d+ ", "");
    }

    private static Refusal refusal(String what) {
        return new Refusal(
                Reason.INVALID,
                "diagram",
                shorten(inWords(what))
                        + ". The task stays where it was: correct its data, or let an admin deploy a repaired"
                        + " diagram");
    }

    /** The expression library names Java's classes, which people who draw don't know. */
    private static String inWords(String text) {
        return CLASS.matcher(text).replaceAll(found -> switch (found.group(1)) {
            case "Boolean" -> "true or false";
            case "String" -> "a text";
            case "Long", "Integer", "Double", "BigDecimal", "BigInteger", "Number" -> "a number";
            case "ArrayList" -> "a list";
            default -> "an object";
        });
    }

    /** For a delegate that can't do its work, mostly because the diagram calls it where its data is missing. */
    public static Refusal ofDelegate(String element, String delegate, RuntimeException failure) {
        LOG.error("The delegate '{}' at '{}' failed; the move was rolled back", delegate, element, failure);
        return refusal("At '" + element + "' the delegate '" + delegate
                + "' can't do its work with the data of this task (" + describe(failure) + ")");
    }

    public static Refusal ofEngine(String element, RuntimeException failure) {
        if (!isExplained(failure)) {
            LOG.error("A move failed at '{}' and was rolled back", element, failure);
        }
        return refusal("At '" + element + "' the diagram can't be followed: " + describe(failure));
    }

    /** The engine's own messages say what is wrong; anything else needs its stack trace in the log. */
    private static boolean isExplained(Throwable failure) {
        return Causes.of(failure)
                .allMatch(cause -> cause instanceof ProcessEngineException
                        || cause instanceof ELException
                        || cause instanceof NumberFormatException);
    }

    /** Whether the failure can have its cause in the diagram or the data, not in the database, the caller or a conflict. */
    public static boolean concerns(RuntimeException failure) {
        if (ConcurrencyFailures.is(failure)
                || DatabaseFailures.unavailable(failure)
                || failure instanceof AuthorizationException
                || failure instanceof BadUserRequestException
                || failure instanceof NullValueException
                || EngineErrors.refusal(failure).isPresent()) {
            return false;
        }
        return Causes.of(failure)
                .noneMatch(cause -> cause instanceof SQLException
                        || cause instanceof DataAccessException
                        || cause instanceof TransactionException
                        || cause instanceof InvalidDiagram);
    }

    private static String describe(RuntimeException failure) {
        String message = EngineErrors.innermost(failure).replaceFirst("^ENGINE-\\d+ ", "");
        return shorten(message.isBlank() ? failure.getClass().getSimpleName() : message);
    }

    private static String shorten(String text) {
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    }
}
