package dev.baton.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The settings under {@code baton.policy}, which diagrams read as {@code ${policy...}}. */
@ConfigurationProperties("baton")
public record Policy(Map<String, Object> policy) {

    /** The setting that turns leases off for a lifecycle. */
    public static final String LEASES = "leases";

    public Map<String, Object> values() {
        return policy == null ? Map.of() : policy;
    }

    public boolean hasLeases(String lifecycle) {
        return of(lifecycle, LEASES, true);
    }

    /** The value of {@code baton.policy.<lifecycle>.<name>}, or the default if it is not set. */
    public boolean of(String lifecycle, String name, boolean defaultValue) {
        return value(lifecycle, name, Boolean::parseBoolean, defaultValue);
    }

    public int of(String lifecycle, String name, int defaultValue) {
        return value(lifecycle, name, Integer::valueOf, defaultValue);
    }

    public BigDecimal of(String lifecycle, String name, BigDecimal defaultValue) {
        return value(lifecycle, name, BigDecimal::new, defaultValue);
    }

    public Duration of(String lifecycle, String name, Duration defaultValue) {
        return value(lifecycle, name, Duration::parse, defaultValue);
    }

    private <T> T value(String lifecycle, String name, Function<String, T> parser, T defaultValue) {
        Object value = values().get(lifecycle) instanceof Map<?, ?> settings ? settings.get(name) : null;
        try {
            return value == null || value.toString().isEmpty()
                    ? defaultValue
                    : parser.apply(value.toString().strip());
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "The setting baton.policy." + lifecycle + "." + name + " can't be '" + value + "'; it is something"
                            + " like " + defaultValue,
                    e);
        }
    }
}
