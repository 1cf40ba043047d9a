package dev.baton.engine;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.model.bpmn.instance.IntermediateCatchEvent;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.TimerEventDefinition;

/** Checks the timers of events in which a task waits. */
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
        }
        return violations;
    }
}
