package dev.baton.engine.diagram;

import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;

/** Finds the schemas that a diagram under deployment needs: in the deployment itself, the version before, or the folder. */
final class DeploymentSchemas {

    private final LifecycleFolder folder;
    private final DeploymentFiles files;
    private final Map<String, byte[]> found = new LinkedHashMap<>();

    DeploymentSchemas(LifecycleFolder folder, DeploymentFiles files) {
        this.folder = folder;
        this.files = files;
    }

    DeploymentFiles files() {
        return files;
    }

    String fault(String artifact) {
        Optional<byte[]> text = text(artifact);
        if (text.isEmpty()) {
            return "there is no schema " + LifecycleFolder.schemaFile(artifact);
        }
        try {
            Schema.parse(text.get());
            found.put(artifact, text.get());
            return null;
        } catch (IllegalArgumentException e) {
            return "its schema can't be used: " + e.getMessage();
        }
    }

    private Optional<byte[]> text(String artifact) {
        String name = LifecycleFolder.schemaFile(artifact);
        for (ResourceEntity resource : files.all()) {
            boolean itsSchema = resource.getName().equals(name)
                    || resource.getName().endsWith("/" + name)
                    || resource.getName().equals(artifact + ".schema.json"); // as the Modeler attaches files
            if (itsSchema) {
                return Optional.of(resource.getBytes());
            }
        }
        return files.ofVersionBefore(name).or(() -> folder.schema(files.key(), artifact));
    }

    /** Adds the schemas to the deployment, which keeps them whatever happens to the folder later. */
    void complete(Lifecycle lifecycle) {
        lifecycle.artifacts().forEach(artifact -> files.add(LifecycleFolder.schemaFile(artifact), found.get(artifact)));
    }
}
