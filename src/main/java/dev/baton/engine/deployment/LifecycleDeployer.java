package dev.baton.engine.deployment;

import dev.baton.engine.diagram.BpmnFile;
import dev.baton.engine.diagram.DecisionFile;
import dev.baton.engine.diagram.DiagramCheck;
import dev.baton.engine.diagram.DiagramReader;
import dev.baton.engine.diagram.StrictBpmnParser;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.engine.tasklist.TasklistFilters;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.cmmn.deployer.CmmnDeployer;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.persistence.deploy.Deployer;
import org.camunda.bpm.engine.impl.persistence.entity.DeploymentEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.UserTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Takes part in every deployment of the engine, so that every diagram is checked, through whichever interface it comes: the
 * folder, our API, Camunda's REST or the Modeler. The states of a good one are written to the ledger; a bad one is refused
 * whole.
 */
@Component
public class LifecycleDeployer {

    private static final Logger LOG = LoggerFactory.getLogger(LifecycleDeployer.class);

    private final DiagramCheck diagrams;
    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;

    LifecycleDeployer(DiagramCheck diagrams, JdbcClient jdbc, ApplicationEventPublisher events) {
        this.diagrams = diagrams;
        this.jdbc = jdbc;
        this.events = events;
    }

    /** Runs before the engine's own deployer. */
    public Deployer check() {
        return deployment -> {
            if (deployment.isNew()) {
                deployment.getResources().values().forEach(LifecycleDeployer::refuseCases);
                refuseTablesWithoutDiagram(deployment);
                new ArrayList<>(deployment.getResources().values())
                        .stream().filter(BpmnFile::isDiagram).forEach(file -> check(deployment, file));
            }
        };
    }

    private void check(DeploymentEntity deployment, ResourceEntity file) {
        try {
            diagrams.check(deployment, file);
        } catch (InvalidDiagram e) {
            throw e;
        } catch (RuntimeException e) {
            throw DiagramFailure.concerns(e) ? unreadable(file, e) : e;
        }
    }

    /** Something in the diagram that no check expects. */
    private static InvalidDiagram unreadable(ResourceEntity file, RuntimeException failure) {
        LOG.error("The check of {} failed, so it is refused", file.getName(), failure);
        return new InvalidDiagram(
                file.getName(),
                List.of(new Violation(
                        file.getName(), "the diagram can't be read: " + EngineErrors.innermost(failure))));
    }

    /** Runs after it, when versions are known. */
    public Deployer register() {
        return deployment -> {
            if (deployment.isNew() && deployment.getDeployedArtifacts(ProcessDefinitionEntity.class) != null) {
                Map<String, Map<String, String>> lists = new TreeMap<>();
                deployment
                        .getDeployedArtifacts(ProcessDefinitionEntity.class)
                        .forEach(d -> lists.put(d.getKey(), register(deployment, d)));
                Context.getCommandContext().runWithoutAuthorization(() -> {
                    new TasklistFilters(Context.getProcessEngineConfiguration().getProcessEngine()).update(lists);
                    return null;
                });
            }
        };
    }

    private static boolean endsWith(ResourceEntity resource, String... suffixes) {
        return Stream.of(suffixes).anyMatch(resource.getName()::endsWith);
    }

    /** Cases can have expressions and scripts, which no check reads. */
    private static void refuseCases(ResourceEntity file) {
        if (endsWith(file, CmmnDeployer.CMMN_RESOURCE_SUFFIXES)) {
            throw refused(
                    file,
                    "cases have no place in a lifecycle: deploy BPMN diagrams with their decision tables and the schemas"
                            + " of their artifacts");
        }
    }

    private static void refuseTablesWithoutDiagram(DeploymentEntity deployment) {
        if (deployment.getResources().values().stream().noneMatch(BpmnFile::isDiagram)) {
            deployment.getResources().values().stream()
                    .filter(file -> DecisionFile.isDecisions(file.getName()))
                    .findFirst()
                    .ifPresent(file -> {
                        throw refused(
                                file,
                                "a decision table belongs to the version of a lifecycle: deploy it together with the"
                                        + " diagram that names it, as an additional file");
                    });
        }
    }

    private static InvalidDiagram refused(ResourceEntity file, String why) {
        return new InvalidDiagram(file.getName(), List.of(new Violation(file.getName(), why)));
    }

    /** @return the lists of the user tasks that have one, by the tasks' ids */
    private Map<String, String> register(DeploymentEntity deployment, ProcessDefinitionEntity definition) {
        events.publishEvent(new LifecycleDeployed(
                definition.getKey(),
                definition.getVersion(),
                Context.getCommandContext().getAuthenticatedUserId()));
        ResourceEntity file = deployment.getResource(definition.getResourceName());
        BpmnModelInstance model = StrictBpmnParser.read(file.getBytes());
        Lifecycle lifecycle = Lifecycle.read(DiagramReader.read(model));
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
        return lists(model);
    }

    private static Map<String, String> lists(BpmnModelInstance model) {
        Map<String, String> lists = new TreeMap<>();
        for (UserTask task : model.getModelElementsByType(UserTask.class)) {
            String list =
                    DiagramReader.properties(task).getOrDefault("list", "").strip();
            if (!list.isEmpty()) {
                lists.put(task.getId(), list);
            }
        }
        return lists;
    }
}
