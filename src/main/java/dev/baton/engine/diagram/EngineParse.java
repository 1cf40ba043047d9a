package dev.baton.engine.diagram;

import dev.baton.engine.failure.EngineErrors;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.lifecycle.Violation;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.camunda.bpm.engine.ParseException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.bpmn.deployer.BpmnDeployer;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;

/** The errors that the engine's own parser finds in a diagram, to report them together with those of our checks. */
final class EngineParse {

    private EngineParse() {}

    static List<Violation> violations(DeploymentEntity deployment, ResourceEntity file) {
        try {
            Context.getProcessEngineConfiguration().getDeployers().stream()
                    .filter(BpmnDeployer.class::isInstance)
                    .map(BpmnDeployer.class::cast)
                    .forEach(deployer -> deployer.getBpmnParser()
                            .createParse()
                            .sourceInputStream(new ByteArrayInputStream(file.getBytes()))
                            .deployment(deployment)
                            .name(file.getName())
                            .execute());
            return List.of();
        } catch (ParseException e) {
            return InvalidDiagram.of(file.getName(), e).orElseThrow().violations().stream()
                    .map(v -> new Violation(
                            v.element().replace(BpmnParse.MULTI_INSTANCE_BODY_ID_SUFFIX, ""), v.message()))
                    .toList();
        } catch (ProcessEngineException e) {
            return List.of(new Violation(file.getName(), "the engine can't read it: " + EngineErrors.innermost(e)));
        }
    }
}
