package dev.baton.database;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * A rule of PostgreSQL's that a write broke.
 *
 * @param value of the one column that it is about; null if the server does not tell
 */
public record ConstraintViolation(String constraint, String value) {

    /** In every language that the server may speak. */
    private static final Pattern VALUE = Pattern.compile("\\([^)]*\\)=\\((.*)\\)", Pattern.DOTALL);

    public static Optional<ConstraintViolation> in(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof PSQLException e && e.getServerErrorMessage() != null) {
                return Optional.of(new ConstraintViolation(
                        e.getServerErrorMessage().getConstraint(), value(e.getServerErrorMessage())));
            }
        }
        return Optional.empty();
    }

    private static String value(ServerErrorMessage error) {
        Matcher value = VALUE.matcher(String.valueOf(error.getDetail()));
        return value.find() ? value.group(1) : null;
    }
}
