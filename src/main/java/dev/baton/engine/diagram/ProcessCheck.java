package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.EventSubscriptionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.model.bpmn.instance.Message;
import org.camunda.bpm.model.bpmn.instance.MessageEventDefinition;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.StartEvent;

/** Checks the process itself: its history time to live, and the messages of its start events. */
final class ProcessCheck {

    private ProcessCheck() {}

    /** Inside a command of the engine only. */
    static List<Violation> violations(Process process) {
        List<Violation> violations = new ArrayList<>();
        checkTimeToLive(process, violations);
        checkMessages(process, violations);
        return violations;
    }

    private static void checkTimeToLive(Process process, List<Violation> violations) {
        String timeToLive = process.getCamundaHistoryTimeToLiveString();
        if (timeToLive == null || timeToLive.isBlank()) {
            violations.add(new Violation(
                    process.getId(), "the process needs a history time to live (camunda:historyTimeToLive)"));
        } else if (!timeToLive.matches("\\d{1,6}|P\\d{1,6}D")) {
            violations.add(new Violation(
                    process.getId(),
                    "the history time to live '" + timeToLive + "' is no number of days, such as 30 or P30D"));
        }
    }

    /** In the engine each of them starts one process. */
    private static void checkMessages(Process process, List<Violation> violations) {
        Set<String> names = new HashSet<>();
        for (StartEvent start : process.getChildElementsByType(StartEvent.class)) {
            start.getEventDefinitions().stream()
                    .filter(MessageEventDefinition.class::isInstance)
                    .map(definition -> ((MessageEventDefinition) definition).getMessage())
                    .filter(message -> message != null && message.getName() != null)
                    .map(Message::getName)
                    .forEach(name -> {
                        String other = lifecycle(name);
                        if (!names.add(name)) {
                            violations.add(new Violation(
                                    start.getId(), "a second start event with the message '" + name + "'"));
                        } else if (other != null && !other.equals(process.getId())) {
                            violations.add(new Violation(
                                    start.getId(),
                                    "the message '" + name + "' begins tasks of '" + other
                                            + "' already: choose another name"));
                        }
                    });
        }
    }

    /** The one whose tasks begin with the message; null if there is none. */
    private static String lifecycle(String message) {
        CommandContext context = Context.getCommandContext();
        return context.getEventSubscriptionManager().findMessageStartEventSubscriptionByName(message).stream()
                .map(EventSubscriptionEntity::getConfiguration)
                .map(Context.getProcessEngineConfiguration().getDeploymentCache()::findDeployedProcessDefinitionById)
                .map(ProcessDefinitionEntity::getKey)
                .findFirst()
                .orElse(null);
    }
}
