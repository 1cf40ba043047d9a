package dev.baton.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The settings under {@code baton.policy}, which diagrams read as {@code ${policy...}}. */
@ConfigurationProperties("baton")
public record Policy(Map<String, Object> policy) {

    public Map<String, Object> values() {
        return policy == null ? Map.of() : policy;
    }

    /** A switch of one lifecycle: {@code baton.policy.<lifecycle>.<name>}. */
    public boolean of(String lifecycle, String name, boolean otherwise) {
        return value(lifecycle, name, Boolean::parseBoolean, otherwise);
    }

    public int of(String lifecycle, String name, int otherwise) {
        return value(lifecycle, name, Integer::valueOf, otherwise);
    }

    public BigDecimal of(String lifecycle, String name, BigDecimal otherwise) {
        return value(lifecycle, name, BigDecimal::new, otherwise);
    }

    public Duration of(String lifecycle, String name, Duration otherwise) {
        return value(lifecycle, name, Duration::parse, otherwise);
    }

    private <T> T value(String lifecycle, String name, Function<String, T> reading, T otherwise) {
        Object value = values().get(lifecycle) instanceof Map<?, ?> settings ? settings.get(name) : null;
        try {
            return value == null || value.toString().isEmpty()
                    ? otherwise
                    : reading.apply(value.toString().strip());
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "The setting baton.policy." + lifecycle + "." + name + " can't be '" + value + "'; it is something"
                            + " like " + otherwise,
                    e);
        }
    }
}
