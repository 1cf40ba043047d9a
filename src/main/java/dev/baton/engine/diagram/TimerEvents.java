package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.camunda.bpm.model.bpmn.instance.BoundaryEvent;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.Gateway;
import org.camunda.bpm.model.bpmn.instance.IntermediateCatchEvent;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.SequenceFlow;
import org.camunda.bpm.model.bpmn.instance.TimerEventDefinition;

/** Checks the timers of events in which a task waits, and dates that have passed when a task comes back to them. */
final class TimerEvents {

    private TimerEvents() {}

    static List<Violation> violations(Process process) {
        List<Violation> violations = new ArrayList<>();
        for (TimerEventDefinition timer :
                process.getModelInstance().getModelElementsByType(TimerEventDefinition.class)) {
            if (timer.getParentElement() instanceof IntermediateCatchEvent event && timer.getTimeCycle() != null) {
                violations.add(new Violation(
                        event.getId(), "a task waits here once: give the timer a date or a duration, not a cycle"));
            }
            FlowNode waiting = timer.getTimeDate() == null ? null : waiting(timer);
            if (waiting != null && leadsStraightTo((FlowNode) timer.getParentElement(), waiting)) {
                violations.add(new Violation(
                        ((FlowNode) timer.getParentElement()).getId(),
                        "the timer leads back to where it is, with a date that has passed by then: it could not fire"
                                + " again. Lead to another state, or use a duration"));
            }
        }
        return violations;
    }

    /** Where a task is when the timer moves it on; null if the timer leaves it there. */
    private static FlowNode waiting(TimerEventDefinition timer) {
        if (timer.getParentElement() instanceof BoundaryEvent event) {
            return event.cancelActivity() ? event.getAttachedTo() : null;
        }
        return timer.getParentElement() instanceof IntermediateCatchEvent event ? event : null;
    }

    /** Whether there are only gateways between the two, so that nothing can change the date. */
    private static boolean leadsStraightTo(FlowNode from, FlowNode wanted) {
        Set<FlowNode> reached = new HashSet<>();
        Deque<FlowNode> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            for (FlowNode next : targets(queue.remove())) {
                if (reached.add(next) && next instanceof Gateway) {
                    queue.add(next);
                }
            }
        }
        return reached.contains(wanted);
    }

    /** By the arrows: what a file says of them at the nodes may be missing. */
    private static List<FlowNode> targets(FlowNode node) {
        return node.getModelInstance().getModelElementsByType(SequenceFlow.class).stream()
                .filter(flow -> node.equals(flow.getSource()))
                .map(SequenceFlow::getTarget)
                .filter(Objects::nonNull)
                .toList();
    }
}
