package dev.baton.engine.diagram;

import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;

/** Finds the schemas that a diagram under deployment needs: in the deployment itself, the version before, or the folder. */
final class DeploymentSchemas {

    private final LifecycleFolder folder;
    private final DeploymentEntity deployment;
    private final String key;
    private final Map<String, byte[]> found = new LinkedHashMap<>();

    DeploymentSchemas(LifecycleFolder folder, DeploymentEntity deployment, String key) {
        this.folder = folder;
        this.deployment = deployment;
        this.key = key;
    }

    DeploymentEntity deployment() {
        return deployment;
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
        for (ResourceEntity resource : deployment.getResources().values()) {
            boolean itsSchema = resource.getName().equals(name)
                    || resource.getName().endsWith("/" + name)
                    || resource.getName().equals(artifact + ".schema.json"); // as the Modeler attaches files
            if (itsSchema) {
                return Optional.of(resource.getBytes());
            }
        }
        return versionBefore(name).or(() -> folder.schema(key, artifact));
    }

    private Optional<byte[]> versionBefore(String name) {
        CommandContext context = Context.getCommandContext();
        ProcessDefinitionEntity before =
                context.getProcessDefinitionManager().findLatestProcessDefinitionByKeyAndTenantId(key, null);
        return Optional.ofNullable(before)
                .map(d -> context.getResourceManager()
                        .findResourceByDeploymentIdAndResourceName(d.getDeploymentId(), name))
                .map(ResourceEntity::getBytes);
    }

    /** Makes the deployment whole, so that a version keeps its schemas whatever happens to the folder later. */
    void complete(Lifecycle lifecycle) {
        lifecycle.guards().forEach(this::add);
    }

    private void add(Guard guard) {
        for (Guard.Artifact artifact : guard.artifacts()) {
            String name = LifecycleFolder.schemaFile(artifact.name());
            if (deployment.getResource(name) == null) {
                ResourceEntity resource = new ResourceEntity();
                resource.setName(name);
                resource.setBytes(found.get(artifact.name()));
                resource.setDeploymentId(deployment.getId());
                resource.setGenerated(true);
                deployment.addResource(resource);
                Context.getCommandContext().getResourceManager().insertResource(resource);
            }
        }
    }
}
