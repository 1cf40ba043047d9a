package dev.baton.engine.deployment;

import dev.baton.lifecycle.Decision;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import java.util.List;
import java.util.Map;

/**
 * A deployed version of a lifecycle, with the schemas of the artifacts that its arrows require and its decisions.
 *
 * @param description the documentation of the process; null if the diagram has none
 */
public record DeployedLifecycle(
        String definitionId,
        int version,
        String description,
        Lifecycle lifecycle,
        Map<String, Schema> schemas,
        List<Decision> decisions) {

    public String key() {
        return lifecycle.key();
    }
}
