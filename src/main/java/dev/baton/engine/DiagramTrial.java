package dev.baton.engine;

import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Violation;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.springframework.stereotype.Component;

/** Says what deploying a diagram would say, and stores nothing. */
@Component
public class DiagramTrial {

    /** @param lifecycle null if the diagram is not valid */
    public record Result(List<Violation> violations, Lifecycle lifecycle) {}

    private final ProcessEngine engine;
    private final DiagramCheck diagrams;

    DiagramTrial(ProcessEngine engine, DiagramCheck diagrams) {
        this.engine = engine;
        this.diagrams = diagrams;
    }

    /** @param files the schemas and decision tables that come along, by file name */
    public Result check(byte[] xml, Map<String, byte[]> files) {
        DeploymentEntity deployment = new DeploymentEntity();
        ResourceEntity diagram = add(deployment, "diagram.bpmn", xml);
        files.forEach((name, text) -> add(deployment, name, text));
        List<Violation> violations = violations(deployment, diagram);
        return new Result(
                violations,
                violations.isEmpty()
                        ? Lifecycle.read(DiagramReader.read(Bpmn.readModelFromStream(new ByteArrayInputStream(xml))))
                        : null);
    }

    private List<Violation> violations(DeploymentEntity deployment, ResourceEntity diagram) {
        var configuration = (ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration();
        try {
            return configuration
                    .getCommandExecutorTxRequired()
                    .execute(
                            context -> context.runWithoutAuthorization(() -> diagrams.violations(deployment, diagram)));
        } catch (RuntimeException e) {
            if (!DiagramFailure.concerns(e)) {
                throw e;
            }
            return List.of(new Violation(diagram.getName(), "the diagram can't be read: " + EngineParse.innermost(e)));
        }
    }

    private static ResourceEntity add(DeploymentEntity deployment, String name, byte[] bytes) {
        ResourceEntity file = new ResourceEntity();
        file.setName(name);
        file.setBytes(bytes);
        deployment.addResource(file);
        return file;
    }
}
