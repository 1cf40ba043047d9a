package dev.baton.task;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The settings under {@code baton.policy}, which diagrams read as {@code ${policy...}}. */
@ConfigurationProperties("baton")
public record Policy(Map<String, Object> policy) {

    Map<String, Object> values() {
        return policy == null ? Map.of() : policy;
    }

    /** A switch of one lifecycle: {@code baton.policy.<lifecycle>.<name>}. */
    public boolean of(String lifecycle, String name, boolean otherwise) {
        Object value = values().get(lifecycle) instanceof Map<?, ?> settings ? settings.get(name) : null;
        return value == null ? otherwise : Boolean.parseBoolean(value.toString());
    }
}
