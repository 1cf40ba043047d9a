package dev.baton.database;

import dev.baton.core.Causes;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * A PostgreSQL constraint that a write violated.
 *
 * @param value of the column in a single-column key; null if the server does not report it
 */
public record ConstraintViolation(String constraint, String value) {

    /** Matches only punctuation, because the text of the detail message depends on the server's locale. */
    private static final Pattern KEY_VALUE = Pattern.compile("\\([^)]*\\)=\\((.*)\\)", Pattern.DOTALL);

    public static Optional<ConstraintViolation> in(Throwable failure) {
        return Causes.of(failure)
                .filter(PSQLException.class::isInstance)
                .map(cause -> ((PSQLException) cause).getServerErrorMessage())
                .filter(Objects::nonNull)
                .map(error -> new ConstraintViolation(error.getConstraint(), value(error)))
                .findFirst();
    }

    private static String value(ServerErrorMessage error) {
        Matcher value = KEY_VALUE.matcher(String.valueOf(error.getDetail()));
        return value.find() ? value.group(1) : null;
    }
}
