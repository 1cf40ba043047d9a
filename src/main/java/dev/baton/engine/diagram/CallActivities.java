package dev.baton.engine.diagram;

import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    /** The lifecycle that is deployed together with the diagram, or else its newest version; null if there is neither. */
    static Lifecycle called(String key, DeploymentFiles files) {
        Stream<byte[]> together =
                files.all().stream().filter(BpmnFile::isDiagram).map(ResourceEntity::getBytes);
        return Stream.concat(together, DeploymentFiles.newestDiagram(key).stream())
                .flatMap(xml -> DiagramReader.lifecycle(xml).stream())
                .filter(lifecycle -> key.equals(lifecycle.key()))
                .findFirst()
                .orElse(null);
    }
}
