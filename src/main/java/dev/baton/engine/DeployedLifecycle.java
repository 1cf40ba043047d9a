package dev.baton.engine;

import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import java.util.Map;

/** A deployed version of a lifecycle, with the schemas of the artifacts that its arrows require. */
public record DeployedLifecycle(String definitionId, int version, Lifecycle lifecycle, Map<String, Schema> schemas) {

    public String key() {
        return lifecycle.key();
    }
}
