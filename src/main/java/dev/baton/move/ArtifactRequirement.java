package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.lifecycle.Guard;
import java.util.List;

/** An artifact that a transition requires or accepts, with its JSON schema. */
public record ArtifactRequirement(String name, boolean required, JsonNode schema) {

    public static List<ArtifactRequirement> of(Guard guard, DeployedLifecycle deployed) {
        return guard.artifacts().stream()
                .map(artifact -> new ArtifactRequirement(
                        artifact.name(),
                        artifact.required(),
                        deployed.schemas().get(artifact.name()).json()))
                .toList();
    }
}
