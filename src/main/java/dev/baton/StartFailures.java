package dev.baton;

import dev.baton.core.StartupFailure;
import java.sql.SQLException;
import java.time.Duration;
import org.springframework.beans.TypeMismatchException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** Replaces the stack trace of a failed start by one sentence that says what is wrong. Precedes Spring Boot's analyzers. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class StartFailures implements FailureAnalyzer {

    private final Environment settings;

    StartFailures(Environment settings) {
        this.settings = settings;
    }

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof StartupFailure startup) {
                return new FailureAnalysis(startup.getMessage(), null, failure);
            }
            String wrongType = wrongType(t);
            if (wrongType != null) {
                return new FailureAnalysis(wrongType, null, failure);
            }
            if (t instanceof SQLException sql && isConnectionFailure(sql)) {
                return new FailureAnalysis(
                        "The database " + url()
                                + " can't be used: "
                                + sql.getMessage().lines().findFirst().orElse("no reason given")
                                + ". Check spring.datasource.url, username and password, and that the database is running.",
                        null,
                        failure);
            }
        }
        return null;
    }

    /** The message for a setting whose value does not have the required type; null for any other failure. */
    private static String wrongType(Throwable failure) {
        if (failure instanceof BindException binding
                && binding.getCause() instanceof ConversionException
                && binding.getName().toString().startsWith("baton.")) {
            Object value =
                    binding.getProperty() == null ? null : binding.getProperty().getValue();
            return message(
                    binding.getName().toString(),
                    value,
                    binding.getTarget().getType().resolve(Object.class));
        }
        if (!(failure instanceof UnsatisfiedDependencyException unsatisfied)
                || !(failure.getCause() instanceof TypeMismatchException mismatch)
                || unsatisfied.getInjectionPoint() == null) {
            return null;
        }
        Value value = unsatisfied.getInjectionPoint().getAnnotation(Value.class);
        return value == null
                ? null
                : message(
                        value.value().replaceAll("^\\$\\{([^:}]*).*", "$1"),
                        mismatch.getValue(),
                        mismatch.getRequiredType());
    }

    private static String message(String setting, Object value, Class<?> type) {
        return "The setting " + setting + " can't be '" + value + "'; it has to be " + expected(type) + ".";
    }

    private static String expected(Class<?> type) {
        if (type == Duration.class) {
            return "a duration such as P2D or PT12H";
        }
        if (type == DataSize.class) {
            return "a size such as 512KB or 1MB";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        return type == int.class || type == Integer.class ? "a whole number" : "a " + type.getSimpleName();
    }

    private String url() {
        return settings.getProperty("spring.datasource.url", "").replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    /** SQLSTATE class 08: connection failed; 28: login refused; 3D: no such database; 90: H2's own errors. */
    private static boolean isConnectionFailure(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("08") || state.startsWith("28") || state.startsWith("3D") || state.startsWith("90");
    }
}
