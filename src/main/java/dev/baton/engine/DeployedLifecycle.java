package dev.baton.engine;

import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import java.util.Map;

/** One version of a lifecycle as the engine runs it, with the schemas of the artifacts that its arrows ask for. */
public record DeployedLifecycle(String definitionId, int version, Lifecycle lifecycle, Map<String, Schema> schemas) {

    public String key() {
        return lifecycle.key();
    }
}
