package dev.baton.engine;

import dev.baton.lifecycle.Diagram;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.LifecycleValidator;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.ValidationContext;
import dev.baton.lifecycle.Violation;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.bpmn.deployer.BpmnDeployer;
import org.camunda.bpm.engine.impl.calendar.BusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DurationBusinessCalendar;
import org.camunda.bpm.engine.impl.cmmn.deployer.CmmnDeployer;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.dmn.deployer.DecisionDefinitionDeployer;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.deploy.Deployer;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BpmnModelElementInstance;
import org.camunda.bpm.model.bpmn.instance.Expression;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.TimerEventDefinition;
import org.camunda.bpm.model.bpmn.instance.UserTask;
import org.camunda.bpm.model.xml.ModelException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Stands at the engine's own door for deployments, so that every diagram is checked whoever brings it: the folder, our
 * API, Camunda's REST or the Modeler. A good one gets the schemas it needs into its deployment and its states into
 * the ledger; a bad one is refused whole.
 */
@Component
class LifecycleDeployer {

    private final LifecycleFolder folder;
    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;
    private final Delegates delegates;
    private final TokenMovesRegistry moves;

    LifecycleDeployer(
            LifecycleFolder folder,
            JdbcClient jdbc,
            ApplicationEventPublisher events,
            Delegates delegates,
            TokenMovesRegistry moves) {
        this.folder = folder;
        this.jdbc = jdbc;
        this.events = events;
        this.delegates = delegates;
        this.moves = moves;
    }

    /** Runs before the engine's own deployer. */
    Deployer check() {
        return deployment -> {
            if (deployment.isNew()) {
                deployment.getResources().values().forEach(LifecycleDeployer::onlyDiagrams);
                new ArrayList<>(deployment.getResources().values())
                        .stream().filter(LifecycleDeployer::isDiagram).forEach(file -> check(deployment, file));
            }
        };
    }

    /** Runs after it, when versions are known. */
    Deployer register() {
        return deployment -> {
            if (deployment.isNew() && deployment.getDeployedArtifacts(ProcessDefinitionEntity.class) != null) {
                deployment.getDeployedArtifacts(ProcessDefinitionEntity.class).forEach(d -> register(deployment, d));
            }
        };
    }

    private static boolean isDiagram(ResourceEntity resource) {
        return endsWith(resource, BpmnDeployer.BPMN_RESOURCE_SUFFIXES);
    }

    private static boolean endsWith(ResourceEntity resource, String... suffixes) {
        return Stream.of(suffixes).anyMatch(resource.getName()::endsWith);
    }

    /** Decision tables and cases would bring expressions and scripts that no check of ours reads. */
    private static void onlyDiagrams(ResourceEntity file) {
        if (endsWith(file, DecisionDefinitionDeployer.DMN_RESOURCE_SUFFIXES)
                || endsWith(file, CmmnDeployer.CMMN_RESOURCE_SUFFIXES)) {
            throw new InvalidDiagram(
                    file.getName(),
                    List.of(new Violation(
                            file.getName(),
                            "decision tables and cases have no place in a lifecycle: deploy BPMN diagrams and the"
                                    + " schemas of their artifacts")));
        }
    }

    private void check(DeploymentEntity deployment, ResourceEntity file) {
        List<Violation> violations = new ArrayList<>();
        Process process = process(deployment, file, violations);
        if (process != null) {
            Schemas schemas = new Schemas(deployment, process.getId());
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

    private ValidationContext around(Schemas schemas) {
        return new ValidationContext() {
            @Override
            public boolean isGroup(String name) {
                return LifecycleDeployer.isGroup(name);
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

    private void register(DeploymentEntity deployment, ProcessDefinitionEntity definition) {
        events.publishEvent(new LifecycleDeployed(definition.getKey()));
        ResourceEntity file = deployment.getResource(definition.getResourceName());
        BpmnModelInstance model = Bpmn.readModelFromStream(new ByteArrayInputStream(file.getBytes()));
        Lifecycle lifecycle = Lifecycle.read(DiagramReader.read(model));
        Context.getCommandContext().runWithoutAuthorization(() -> {
            lists(model);
            return null;
        });
        for (State state : lifecycle.states()) {
            jdbc.sql(
                            "INSERT INTO lifecycle_state (definition_id, lifecycle, version, state, terminal) VALUES (?,?,?,?,?)")
                    .params(
                            definition.getId(),
                            definition.getKey(),
                            definition.getVersion(),
                            state.name(),
                            state.terminal())
                    .update();
        }
    }

    private static void lists(BpmnModelInstance model) {
        TasklistFilters filters =
                new TasklistFilters(Context.getProcessEngineConfiguration().getProcessEngine());
        for (UserTask task : model.getModelElementsByType(UserTask.class)) {
            String list =
                    DiagramReader.properties(task).getOrDefault("list", "").strip();
            if (!list.isEmpty()) {
                filters.put(task.getId(), list);
            }
        }
    }

    /** Where an artifact's schema comes from: the deployment itself, the version before, or the folder. */
    private final class Schemas {

        private final DeploymentEntity deployment;
        private final String key;
        private final Map<String, byte[]> found = new LinkedHashMap<>();

        Schemas(DeploymentEntity deployment, String key) {
            this.deployment = deployment;
            this.key = key;
        }

        String fault(String artifact) {
            Optional<byte[]> text = text(artifact);
            if (text.isEmpty()) {
                return "there is no schema " + LifecycleFolder.schemaFile(artifact);
            }
            try {
                Schema.parse(text.get());
                found.put(artifact, text.get());
                return null;
            } catch (IllegalArgumentException e) {
                return "its schema can't be used: " + e.getMessage();
            }
        }

        private Optional<byte[]> text(String artifact) {
            String name = LifecycleFolder.schemaFile(artifact);
            for (ResourceEntity resource : deployment.getResources().values()) {
                boolean itsSchema = resource.getName().equals(name)
                        || resource.getName().endsWith("/" + name)
                        || resource.getName().equals(artifact + ".schema.json"); // as the Modeler attaches files
                if (itsSchema) {
                    return Optional.of(resource.getBytes());
                }
            }
            return versionBefore(name).or(() -> folder.schema(key, artifact));
        }

        private Optional<byte[]> versionBefore(String name) {
            CommandContext context = Context.getCommandContext();
            ProcessDefinitionEntity before =
                    context.getProcessDefinitionManager().findLatestProcessDefinitionByKeyAndTenantId(key, null);
            return Optional.ofNullable(before)
                    .map(d -> context.getResourceManager()
                            .findResourceByDeploymentIdAndResourceName(d.getDeploymentId(), name))
                    .map(ResourceEntity::getBytes);
        }

        /** Makes the deployment whole, so that a version keeps its schemas whatever happens to the folder later. */
        void complete(Lifecycle lifecycle) {
            lifecycle.guards().forEach(this::add);
        }

        private void add(Guard guard) {
            for (Guard.Artifact artifact : guard.artifacts()) {
                String name = LifecycleFolder.schemaFile(artifact.name());
                if (deployment.getResource(name) == null) {
                    ResourceEntity resource = new ResourceEntity();
                    resource.setName(name);
                    resource.setBytes(found.get(artifact.name()));
                    resource.setDeploymentId(deployment.getId());
                    resource.setGenerated(true);
                    deployment.addResource(resource);
                    Context.getCommandContext().getResourceManager().insertResource(resource);
                }
            }
        }
    }
}
