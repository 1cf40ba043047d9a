package dev.baton.engine.deployment;

import dev.baton.engine.diagram.BpmnFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.cfg.CommandChecker;
import org.camunda.bpm.engine.impl.cmd.DeployCmd;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.engine.impl.repository.DeploymentBuilderImpl;
import org.camunda.bpm.engine.repository.DeploymentWithDefinitions;

/**
 * Deploys what has changed. The engine compares only deployments of the same name and source, so the same file would get a new
 * version through every other interface.
 */
final class DeployChanges extends DeployCmd {

    DeployChanges(DeploymentBuilderImpl builder) {
        super(builder);
    }

    @Override
    public DeploymentWithDefinitions execute(CommandContext context) {
        if (deploymentBuilder.getDeployment().getTenantId() != null || !isSelfContained()) {
            return super.execute(context);
        }
        context.getProcessEngineConfiguration().getCommandCheckers().forEach(CommandChecker::checkCreateDeployment);
        DeploymentEntity before = context.runWithoutAuthorization(() -> {
            acquireExclusiveLock(context); // so that nobody deploys the same at the same time
            return dropUnchanged(context);
        });
        boolean nothingLeft = diagrams().isEmpty();
        return before != null && nothingLeft ? before : super.execute(context);
    }

    private boolean isSelfContained() {
        return deploymentBuilder.getDeployments().isEmpty()
                && deploymentBuilder.getDeploymentResourcesById().isEmpty()
                && deploymentBuilder.getDeploymentResourcesByName().isEmpty();
    }

    private List<ResourceEntity> diagrams() {
        Map<String, ResourceEntity> files = deploymentBuilder.getDeployment().getResources();
        return files == null
                ? List.of()
                : files.values().stream().filter(BpmnFile::isDiagram).toList();
    }

    /** @return the deployment of the last diagram that was dropped; null if none was */
    private DeploymentEntity dropUnchanged(CommandContext context) {
        DeploymentEntity unchanged = null;
        for (ResourceEntity diagram : new ArrayList<>(diagrams())) {
            DeploymentEntity before = sameDeployment(context, diagram);
            if (before != null) {
                unchanged = before;
                deploymentBuilder.getDeployment().getResources().remove(diagram.getName());
            }
        }
        return unchanged;
    }

    private DeploymentEntity sameDeployment(CommandContext context, ResourceEntity diagram) {
        String key = BpmnFile.processId(diagram.getBytes());
        ProcessDefinitionEntity newest = key == null
                ? null
                : context.getProcessDefinitionManager().findLatestProcessDefinitionByKeyAndTenantId(key, null);
        return newest != null
                        && isStored(context, newest.getDeploymentId(), newest.getResourceName(), diagram)
                        && otherFiles().allMatch(file -> isStored(context, newest.getDeploymentId(), file))
                ? context.getDeploymentManager().findDeploymentById(newest.getDeploymentId())
                : null;
    }

    private Stream<ResourceEntity> otherFiles() {
        return deploymentBuilder.getDeployment().getResources().values().stream()
                .filter(file -> !BpmnFile.isDiagram(file));
    }

    /** A schema is stored under the name that it has in the folder. */
    private static boolean isStored(CommandContext context, String deployment, ResourceEntity file) {
        String name = file.getName();
        String plain = name.substring(name.lastIndexOf('/') + 1);
        return isStored(context, deployment, name, file) || isStored(context, deployment, "artifacts/" + plain, file);
    }

    private static boolean isStored(CommandContext context, String deployment, String name, ResourceEntity file) {
        ResourceEntity stored =
                context.getResourceManager().findResourceByDeploymentIdAndResourceName(deployment, name);
        return stored != null && Arrays.equals(stored.getBytes(), file.getBytes());
    }
}
