package dev.baton.engine.diagram;

import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.instance.CallActivity;
import org.camunda.bpm.model.bpmn.instance.MultiInstanceLoopCharacteristics;
import org.camunda.bpm.model.bpmn.instance.Process;

/** Checks the call activities of a diagram under deployment, and finds the lifecycles that they call. */
final class CallActivities {

    private CallActivities() {}

    static List<Violation> violations(Process process) {
        List<Violation> violations = new ArrayList<>();
        for (CallActivity call : process.getModelInstance().getModelElementsByType(CallActivity.class)) {
            if (call.getCalledElement() != null && ExpressionText.isExpression(call.getCalledElement())) {
                violations.add(new Violation(
                        call.getId(), "the called element is the key of a lifecycle, written out and not computed"));
            }
            if (call.getLoopCharacteristics() instanceof MultiInstanceLoopCharacteristics loop
                    && (loop.isSequential() || loop.getCompletionCondition() != null)) {
                violations.add(new Violation(
                        call.getId(),
                        "all children are created at once and waited for until they have ended: leave out sequential and"
                                + " the completion condition"));
            }
        }
        return violations;
    }

    /** The newest version of a lifecycle, or the one that is deployed together with the diagram; null if there is none. */
    static Lifecycle called(String key, DeploymentEntity deployment) {
        CommandContext context = Context.getCommandContext();
        ProcessDefinitionEntity newest =
                context.getProcessDefinitionManager().findLatestProcessDefinitionByKeyAndTenantId(key, null);
        Stream<byte[]> deployed = newest == null
                ? Stream.empty()
                : Stream.ofNullable(context.getResourceManager()
                                .findResourceByDeploymentIdAndResourceName(
                                        newest.getDeploymentId(), newest.getResourceName()))
                        .map(ResourceEntity::getBytes);
        Stream<byte[]> together = deployment.getResources().values().stream()
                .filter(BpmnFile::isDiagram)
                .map(ResourceEntity::getBytes);
        return Stream.concat(together, deployed)
                .map(CallActivities::read)
                .filter(Objects::nonNull)
                .filter(lifecycle -> key.equals(lifecycle.key()))
                .findFirst()
                .orElse(null);
    }

    /** Null for a diagram that can't be read, which its own check reports. */
    private static Lifecycle read(byte[] xml) {
        try {
            Process process = BpmnFile.process(StrictBpmnParser.read(xml));
            return process == null ? null : Lifecycle.read(DiagramReader.read(process, new ArrayList<>()));
        } catch (RuntimeException e) {
            return null;
        }
    }
}
