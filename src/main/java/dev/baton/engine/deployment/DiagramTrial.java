package dev.baton.engine.deployment;

import dev.baton.engine.diagram.BpmnFile;
import dev.baton.engine.diagram.DiagramCheck;
import dev.baton.engine.diagram.DiagramReader;
import dev.baton.engine.diagram.StrictBpmnParser;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.springframework.stereotype.Component;

/** Checks a diagram as its deployment would, and stores nothing. */
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
        return check("diagram.bpmn", xml, files);
    }

    /**
     * The engine would deploy a diagram under the id that it has.
     *
     * @throws InvalidDiagram with everything else that is wrong, too
     */
    void requireKey(String key, String name, byte[] xml, Map<String, byte[]> files) {
        String id = BpmnFile.processId(xml);
        if (id != null && !id.equals(key)) {
            List<Violation> violations = new ArrayList<>();
            violations.add(new Violation(id, "the process id is the lifecycle's key, and this is not '" + key + "'"));
            violations.addAll(check(name, xml, files).violations());
            throw new InvalidDiagram(name, violations);
        }
    }

    private Result check(String name, byte[] xml, Map<String, byte[]> files) {
        DeploymentEntity deployment = new DeploymentEntity();
        ResourceEntity diagram = add(deployment, name, xml);
        files.forEach((fileName, text) -> add(deployment, fileName, text));
        List<Violation> violations = violations(deployment, diagram);
        return new Result(
                violations,
                violations.isEmpty() ? Lifecycle.read(DiagramReader.read(StrictBpmnParser.read(xml))) : null);
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
            return List.of(new Violation(diagram.getName(), "the diagram can't be read: " + EngineErrors.innermost(e)));
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
