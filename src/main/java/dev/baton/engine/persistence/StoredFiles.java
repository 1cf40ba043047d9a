package dev.baton.engine.persistence;

import dev.baton.engine.diagram.SchemaLocations;
import java.util.List;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.bpmn.deployer.BpmnDeployer;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cmmn.deployer.CmmnDeployer;
import org.camunda.bpm.engine.impl.dmn.deployer.DecisionDefinitionDeployer;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceManager;

/**
 * Hands out the files of deployments to all of the engine's parsers without the addresses of XML schemas: the files may be older
 * than the check that refuses them. The database keeps them as they are.
 */
public final class StoredFiles extends ResourceManager {

    private static final List<String> PARSED = Stream.of(
                    BpmnDeployer.BPMN_RESOURCE_SUFFIXES,
                    DecisionDefinitionDeployer.DMN_RESOURCE_SUFFIXES,
                    CmmnDeployer.CMMN_RESOURCE_SUFFIXES)
            .flatMap(Stream::of)
            .toList();

    private StoredFiles() {}

    public static void install(ProcessEngineConfigurationImpl engine) {
        EngineSessions.replace(engine, ResourceManager.class, StoredFiles::new);
    }

    @Override
    public ResourceEntity findResourceByDeploymentIdAndResourceName(String deployment, String name) {
        return withoutAddresses(super.findResourceByDeploymentIdAndResourceName(deployment, name));
    }

    @Override
    public List<ResourceEntity> findResourceByDeploymentIdAndResourceNames(String deployment, String... names) {
        return withoutAddresses(super.findResourceByDeploymentIdAndResourceNames(deployment, names));
    }

    @Override
    public ResourceEntity findResourceByDeploymentIdAndResourceId(String deployment, String id) {
        return withoutAddresses(super.findResourceByDeploymentIdAndResourceId(deployment, id));
    }

    @Override
    public List<ResourceEntity> findResourceByDeploymentIdAndResourceIds(String deployment, String... ids) {
        return withoutAddresses(super.findResourceByDeploymentIdAndResourceIds(deployment, ids));
    }

    @Override
    public List<ResourceEntity> findResourcesByDeploymentId(String deployment) {
        return withoutAddresses(super.findResourcesByDeploymentId(deployment));
    }

    private static List<ResourceEntity> withoutAddresses(List<ResourceEntity> files) {
        files.forEach(StoredFiles::withoutAddresses);
        return files;
    }

    /** The engine never updates a file, so that this is not written. */
    private static ResourceEntity withoutAddresses(ResourceEntity file) {
        if (file != null && file.getBytes() != null && PARSED.stream().anyMatch(file.getName()::endsWith)) {
            file.setBytes(SchemaLocations.remove(file.getBytes()));
        }
        return file;
    }
}
