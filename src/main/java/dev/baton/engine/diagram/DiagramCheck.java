package dev.baton.engine.diagram;

import dev.baton.engine.expression.Delegates;
import dev.baton.engine.expression.DiagramExpressions;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.engine.timer.TimerCheck;
import dev.baton.engine.token.TokenMovesRegistry;
import dev.baton.lifecycle.Diagram;
import dev.baton.lifecycle.ExpressionText;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.LifecycleValidator;
import dev.baton.lifecycle.ValidationContext;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.UserTask;
import org.springframework.stereotype.Component;

/** Checks a diagram before it is deployed, and completes the deployment of a good one with the schemas that it needs. */
@Component
public class DiagramCheck {

    private final LifecycleFolder folder;
    private final Delegates delegates;
    private final TokenMovesRegistry moves;
    private final DiagramSettings settings;

    DiagramCheck(LifecycleFolder folder, Delegates delegates, TokenMovesRegistry moves, DiagramSettings settings) {
        this.folder = folder;
        this.delegates = delegates;
        this.moves = moves;
        this.settings = settings;
    }

    /** @throws InvalidDiagram with everything that is wrong */
    public void check(DeploymentEntity deployment, ResourceEntity file) {
        List<Violation> violations = new ArrayList<>();
        Process process = process(deployment, file, violations);
        boolean readable = violations.isEmpty();
        if (process != null) {
            DeploymentFiles files = new DeploymentFiles(deployment, process.getId());
            DeploymentSchemas schemas = new DeploymentSchemas(folder, files);
            DeploymentDecisions decisions = new DeploymentDecisions(folder, files);
            Diagram diagram = check(process, schemas, decisions, readable, violations);
            if (violations.isEmpty()) {
                schemas.complete(Lifecycle.read(diagram));
                decisions.complete();
            } else if (readable) {
                addFaultsOfEngine(deployment, file, process, violations);
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidDiagram(file.getName(), violations);
        }
    }

    /** Everything that is wrong with a diagram, without an effect on the deployment. */
    public List<Violation> violations(DeploymentEntity deployment, ResourceEntity file) {
        List<Violation> violations = new ArrayList<>();
        Process process = process(deployment, file, violations);
        boolean readable = violations.isEmpty();
        if (process != null) {
            DeploymentFiles files = new DeploymentFiles(deployment, process.getId());
            check(
                    process,
                    new DeploymentSchemas(folder, files),
                    new DeploymentDecisions(folder, files),
                    readable,
                    violations);
            if (readable) {
                addFaultsOfEngine(deployment, file, process, violations);
            }
        }
        return violations;
    }

    /** @param readable whether the file keeps to the XML schema; if not, some checks may not cope with it */
    private Diagram check(
            Process process,
            DeploymentSchemas schemas,
            DeploymentDecisions decisions,
            boolean readable,
            List<Violation> violations) {
        List<Violation> found = new ArrayList<>();
        try {
            return check(process, schemas, decisions, found);
        } catch (RuntimeException e) {
            if (readable) {
                throw e;
            }
            return null;
        } finally {
            Set<Violation> known = Set.copyOf(violations);
            found.stream().filter(violation -> !known.contains(violation)).forEach(violations::add);
        }
    }

    private Diagram check(
            Process process, DeploymentSchemas schemas, DeploymentDecisions decisions, List<Violation> violations) {
        BpmnModelInstance model = (BpmnModelInstance) process.getModelInstance();
        violations.addAll(ProcessCheck.violations(process));
        Diagram diagram = DiagramReader.read(process, violations);
        violations.addAll(new LifecycleValidator(diagram, context(schemas)).violations());
        violations.addAll(codeViolations(process));
        violations.addAll(ExpressionPlaces.violations(model, process.getId(), delegates::isDelegate));
        violations.addAll(AsyncCheck.violations(model, process.getId()));
        violations.addAll(LengthCheck.violations(model));
        violations.addAll(IgnoredElements.violations(process));
        violations.addAll(TimerCheck.violations(process, settings.shortestCycle()));
        violations.addAll(TimerEvents.violations(process));
        violations.addAll(CallActivities.violations(process));
        violations.addAll(MessageThrows.violations(process));
        violations.addAll(DecisionTasks.violations(model, process.getId(), decisions));
        violations.addAll(decisions.violations());
        checkCandidateGroups(process, violations);
        return diagram;
    }

    /**
     * Our own checks say more about an element than the engine, which finds other mistakes, too. It never sees a diagram with
     * code: it would load the classes.
     */
    private void addFaultsOfEngine(
            DeploymentEntity deployment, ResourceEntity file, Process process, List<Violation> violations) {
        if (!codeViolations(process).isEmpty()) {
            return;
        }
        Set<String> named = violations.stream().map(Violation::element).collect(Collectors.toSet());
        EngineParse.violations(deployment, file).stream()
                .filter(violation -> !named.contains(violation.element()))
                .filter(violation ->
                        violations.isEmpty() || !violation.element().equals(file.getName()))
                .distinct()
                .forEach(violations::add);
    }

    private static Process process(DeploymentEntity deployment, ResourceEntity file, List<Violation> violations) {
        if (deployment.getTenantId() != null) {
            violations.add(new Violation(file.getName(), "a lifecycle has no tenant: deploy it without one"));
            return null;
        }
        return BpmnFile.process(file, violations);
    }

    private Set<Violation> codeViolations(Process process) {
        return CodeCheck.violations((BpmnModelInstance) process.getModelInstance(), process.getId(), this::isName);
    }

    private boolean isName(String name) {
        return DiagramExpressions.NAMES.contains(name) || delegates.isDelegate(name);
    }

    private static boolean isGroup(String name) {
        return Context.getCommandContext().getReadOnlyIdentityProvider().findGroupById(name) != null;
    }

    private ValidationContext context(DeploymentSchemas schemas) {
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
                return CallActivities.called(key, schemas.files());
            }

            @Override
            public boolean isPostEndAction(String name) {
                return moves.get().isPostEndAction(name);
            }
        };
    }

    /** Candidate groups of user tasks decide whose Tasklist shows them: a typing mistake would hide the task. */
    private static void checkCandidateGroups(Process process, List<Violation> violations) {
        for (UserTask task : process.getModelInstance().getModelElementsByType(UserTask.class)) {
            task.getCamundaCandidateGroupsList().stream()
                    .filter(group -> !ExpressionText.isExpression(group))
                    .filter(group -> !isGroup(group))
                    .forEach(group -> violations.add(
                            new Violation(task.getId(), "the candidate group '" + group + "' does not exist")));
        }
    }
}
