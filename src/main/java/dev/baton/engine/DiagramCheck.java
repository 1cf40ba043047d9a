package dev.baton.engine;

import dev.baton.lifecycle.Diagram;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.LifecycleValidator;
import dev.baton.lifecycle.ValidationContext;
import dev.baton.lifecycle.Violation;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.camunda.bpm.engine.impl.calendar.BusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DurationBusinessCalendar;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BpmnModelElementInstance;
import org.camunda.bpm.model.bpmn.instance.Expression;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.TimerEventDefinition;
import org.camunda.bpm.model.bpmn.instance.UserTask;
import org.camunda.bpm.model.xml.ModelException;
import org.springframework.stereotype.Component;

/** Checks a diagram before it is deployed, and completes the deployment of a good one with the schemas that it needs. */
@Component
class DiagramCheck {

    private final LifecycleFolder folder;
    private final Delegates delegates;
    private final TokenMovesRegistry moves;

    DiagramCheck(LifecycleFolder folder, Delegates delegates, TokenMovesRegistry moves) {
        this.folder = folder;
        this.delegates = delegates;
        this.moves = moves;
    }

    /** @throws InvalidDiagram with everything that is wrong */
    void check(DeploymentEntity deployment, ResourceEntity file) {
        List<Violation> violations = new ArrayList<>();
        Process process = process(deployment, file, violations);
        if (process != null) {
            DeploymentSchemas schemas = new DeploymentSchemas(folder, deployment, process.getId());
            if (process.getCamundaHistoryTimeToLiveString() == null
                    || process.getCamundaHistoryTimeToLiveString().isBlank()) {
                violations.add(new Violation(
                        process.getId(), "the process needs a history time to live (camunda:historyTimeToLive)"));
            }
            Diagram diagram = DiagramReader.read(process, violations);
            violations.addAll(new LifecycleValidator(diagram, around(schemas)).violations());
            violations.addAll(CodeCheck.violations(
                    (BpmnModelInstance) process.getModelInstance(), process.getId(), this::isName));
            groups(process, violations);
            timers(process, violations);
            violations.addAll(TimerEvents.violations(process));
            violations.addAll(CallActivities.violations(process));
            violations.addAll(MessageThrows.violations(process));
            if (violations.isEmpty()) {
                schemas.complete(Lifecycle.read(diagram));
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidDiagram(file.getName(), violations);
        }
    }

    private static Process process(DeploymentEntity deployment, ResourceEntity file, List<Violation> violations) {
        if (deployment.getTenantId() != null) {
            violations.add(new Violation(file.getName(), "a lifecycle has no tenant: deploy it without one"));
            return null;
        }
        try {
            BpmnModelInstance model = Bpmn.readModelFromStream(new ByteArrayInputStream(file.getBytes()));
            Process process = DiagramReader.process(model);
            if (process == null) {
                violations.add(new Violation(
                        file.getName(), "a file holds one lifecycle: exactly one process that is executable"));
            }
            return process;
        } catch (ModelException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            violations.add(new Violation(file.getName(), "this is not a BPMN file: " + cause.getMessage()));
            return null;
        }
    }

    private boolean isName(String name) {
        return DiagramExpressions.NAMES.contains(name) || delegates.isDelegate(name);
    }

    private static boolean isGroup(String name) {
        return Context.getCommandContext().getReadOnlyIdentityProvider().findGroupById(name) != null;
    }

    private ValidationContext around(DeploymentSchemas schemas) {
        return new ValidationContext() {
            @Override
            public boolean isGroup(String name) {
                return DiagramCheck.isGroup(name);
            }

            @Override
            public String schemaFault(String artifact) {
                return schemas.fault(artifact);
            }

            @Override
            public boolean isExpressionName(String name) {
                return isName(name);
            }

            @Override
            public boolean isRule(String name) {
                return moves.get().isRule(name);
            }

            @Override
            public boolean isLifecycle(String key) {
                return lifecycle(key) != null || folder.has(key);
            }

            @Override
            public Lifecycle lifecycle(String key) {
                return CallActivities.called(key, schemas.deployment());
            }

            @Override
            public boolean isPostEndAction(String name) {
                return moves.get().isPostEndAction(name);
            }
        };
    }

    /** Candidate groups of user tasks decide whose Tasklist shows them: a typing mistake would hide the task. */
    private static void groups(Process process, List<Violation> violations) {
        Predicate<String> literal = group -> !group.contains("${") && !group.contains("#{");
        for (UserTask task : process.getModelInstance().getModelElementsByType(UserTask.class)) {
            task.getCamundaCandidateGroupsList().stream()
                    .filter(literal)
                    .filter(group -> !isGroup(group))
                    .forEach(group -> violations.add(
                            new Violation(task.getId(), "the candidate group '" + group + "' does not exist")));
        }
    }

    /** The engine reads a timer when a task gets there: a slip would make every task fail. */
    private static void timers(Process process, List<Violation> violations) {
        for (TimerEventDefinition timer :
                process.getModelInstance().getModelElementsByType(TimerEventDefinition.class)) {
            timer(timer, timer.getTimeDuration(), new DurationBusinessCalendar(), violations);
            timer(timer, timer.getTimeDate(), new DueDateBusinessCalendar(), violations);
            timer(timer, timer.getTimeCycle(), new CycleBusinessCalendar(), violations);
        }
    }

    private static void timer(
            TimerEventDefinition timer, Expression when, BusinessCalendar calendar, List<Violation> violations) {
        String text = when == null ? "${}" : when.getTextContent().strip();
        if (text.contains("${") || text.contains("#{")) {
            return;
        }
        try {
            calendar.resolveDuedate(text);
        } catch (RuntimeException e) {
            violations.add(new Violation(
                    ((BpmnModelElementInstance) timer.getParentElement()).getAttributeValue("id"),
                    "the timer can't be read: '" + text + "' is no ISO-8601 duration, date or cycle"));
        }
    }
}
