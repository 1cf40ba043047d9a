package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.lifecycle.Guard;
import java.util.List;

/** A document that an arrow asks for, or takes, and what it has to look like. */
public record ArtifactRequirement(String name, boolean required, JsonNode schema) {

    public static List<ArtifactRequirement> of(Guard guard, DeployedLifecycle deployed) {
        return guard.artifacts().stream()
                .map(a -> new ArtifactRequirement(
                        a.name(), a.required(), deployed.schemas().get(a.name()).json()))
                .toList();
    }
}
