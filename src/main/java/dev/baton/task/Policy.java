package dev.baton.task;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The settings under {@code baton.policy}, which diagrams read as {@code ${policy...}}. */
@ConfigurationProperties("baton")
record Policy(Map<String, Object> policy) {

    Map<String, Object> values() {
        return policy == null ? Map.of() : policy;
    }
}
