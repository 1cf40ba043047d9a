package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.json.Json;
import dev.baton.lifecycle.Guard;
import java.util.List;
import java.util.stream.StreamSupport;

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

    /** The texts that the schema enumerates; empty if it does not. */
    List<String> choices() {
        return StreamSupport.stream(schema.path("enum").spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList();
    }

    /** The same with a schema that allows these texts only. */
    ArtifactRequirement withChoices(List<String> choices) {
        ObjectNode narrowed = schema.deepCopy();
        narrowed.set("enum", Json.node(choices));
        return new ArtifactRequirement(name, required, narrowed);
    }
}
