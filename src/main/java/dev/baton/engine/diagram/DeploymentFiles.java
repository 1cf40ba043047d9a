package dev.baton.engine.diagram;

import java.util.List;
import java.util.Optional;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;

/** The files of a deployment under check, and those of the version that it replaces; inside a command of the engine only. */
record DeploymentFiles(DeploymentEntity deployment, String key) {

    List<ResourceEntity> all() {
        return List.copyOf(deployment.getResources().values());
    }

    List<ResourceEntity> ofVersionBefore() {
        return newest(key)
                .map(before -> context().getResourceManager().findResourcesByDeploymentId(before.getDeploymentId()))
                .orElse(List.of());
    }

    Optional<byte[]> ofVersionBefore(String name) {
        return newest(key)
                .map(before -> context()
                        .getResourceManager()
                        .findResourceByDeploymentIdAndResourceName(before.getDeploymentId(), name))
                .map(ResourceEntity::getBytes);
    }

    /** The diagram of the newest version of any lifecycle. */
    static Optional<byte[]> newestDiagram(String key) {
        return newest(key)
                .map(newest -> context()
                        .getResourceManager()
                        .findResourceByDeploymentIdAndResourceName(newest.getDeploymentId(), newest.getResourceName()))
                .map(ResourceEntity::getBytes);
    }

    private static Optional<ProcessDefinitionEntity> newest(String key) {
        return Optional.ofNullable(
                context().getProcessDefinitionManager().findLatestProcessDefinitionByKeyAndTenantId(key, null));
    }

    /** Adds a file to the deployment unless it has one of that name, so that a version keeps all the files that it needs. */
    void add(String name, byte[] bytes) {
        if (deployment.getResource(name) == null) {
            ResourceEntity resource = new ResourceEntity();
            resource.setName(name);
            resource.setBytes(bytes);
            resource.setDeploymentId(deployment.getId());
            resource.setGenerated(true);
            deployment.addResource(resource);
            context().getResourceManager().insertResource(resource);
        }
    }

    private static CommandContext context() {
        return Context.getCommandContext();
    }
}
