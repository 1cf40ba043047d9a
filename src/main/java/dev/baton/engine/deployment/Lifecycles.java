package dev.baton.engine.deployment;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.database.FastPath;
import dev.baton.engine.diagram.DecisionReader;
import dev.baton.engine.diagram.DiagramReader;
import dev.baton.engine.diagram.LifecycleFolder;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.lifecycle.Decision;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import java.io.ByteArrayInputStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.exception.NullValueException;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.repository.DeploymentBuilder;
import org.camunda.bpm.engine.repository.ProcessDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/** The deployed lifecycles. Versions never change and are cached; the newest version is looked up once a second. */
@Component
public class Lifecycles {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycles.class);

    private record Newest(
            Map<String, String> definitionIds, Map<String, RetiredLifecycles.Retirement> retired, long readAt) {}

    private final ProcessEngine engine;
    private final LifecycleFolder folder;
    private final FastPath fastPath;
    private final RetiredLifecycles retired;
    private final DiagramTrial trial;
    private final Map<String, DeployedLifecycle> byDefinition = new ConcurrentHashMap<>();
    private volatile Newest newest;

    Lifecycles(
            ProcessEngine engine,
            LifecycleFolder folder,
            FastPath fastPath,
            RetiredLifecycles retired,
            DiagramTrial trial) {
        this.engine = engine;
        this.folder = folder;
        this.fastPath = fastPath;
        this.retired = retired;
        this.trial = trial;
    }

    /**
     * Deploys a diagram of the folder if it, one of its schemas or a decision table has changed.
     *
     * @param read what the diagram says; empty if it can't be read
     */
    void deploy(Resource diagram, Optional<Lifecycle> read) {
        byte[] xml = LifecycleFolder.bytes(diagram);
        DeploymentBuilder deployment = deployment(diagram.getFilename(), "folder", xml)
                .enableDuplicateFiltering(false); // a version from elsewhere stays until the file changes
        read.ifPresent(lifecycle -> {
            for (String artifact : lifecycle.artifacts()) {
                folder.schema(diagram, lifecycle.key(), artifact)
                        .ifPresent(text -> deployment.addInputStream(
                                LifecycleFolder.schemaFile(artifact), new ByteArrayInputStream(text)));
            }
            folder.decisions(diagram, lifecycle.key())
                    .forEach(file -> deployment.addInputStream(file.name(), new ByteArrayInputStream(file.bytes())));
        });
        deploy(diagram.getFilename(), deployment).forEach(d -> {
            LOG.info(
                    "Lifecycle {} is now at version {}; new tasks follow it, running ones stay on theirs",
                    d.getKey(),
                    d.getVersion());
            reinstate(d.getKey());
        });
    }

    /** @param changed whether there is a new version, or the lifecycle had been retired */
    public record Deployed(DeployedLifecycle lifecycle, boolean changed) {}

    /**
     * Validates and deploys a diagram.
     *
     * @param files the schemas and decision tables that come along, by file name
     */
    public Deployed deploy(String key, byte[] xml, Map<String, byte[]> files) {
        String file = key + ".bpmn";
        trial.requireKey(key, file, xml, files);
        DeploymentBuilder deployment = deployment(file, "api", xml);
        files.forEach((name, text) -> deployment.addInputStream(name, new ByteArrayInputStream(text)));
        boolean changed = !deploy(file, deployment).isEmpty() | reinstate(key);
        return new Deployed(newest(key).orElseThrow(), changed);
    }

    private DeploymentBuilder deployment(String file, String source, byte[] xml) {
        return repository()
                .createDeployment()
                .name(file)
                .source(source)
                .addInputStream(file, new ByteArrayInputStream(xml));
    }

    /** @return the new versions; none if nothing has changed */
    private List<ProcessDefinition> deploy(String file, DeploymentBuilder deployment) {
        try {
            List<ProcessDefinition> made = deployment.deployWithResult().getDeployedProcessDefinitions();
            return made == null ? List.of() : made;
        } catch (ProcessEngineException e) {
            Optional<InvalidDiagram> invalid = InvalidDiagram.of(file, e);
            throw invalid.isPresent() ? invalid.get() : e;
        } finally {
            newest = null;
        }
    }

    private boolean reinstate(String key) {
        boolean reinstated = retired.reinstate(key);
        newest = null;
        return reinstated;
    }

    /** No new tasks from now on; running ones go on. */
    public RetiredLifecycles.Retirement retire(String key, Actor actor) {
        RetiredLifecycles.Retirement retirement = retired.retire(key, actor);
        newest = null;
        return retirement;
    }

    /** @throws Refusal if the lifecycle takes no new tasks */
    public void requireInUse(String key) {
        retirement(key).ifPresent(retirement -> {
            throw new Refusal(
                    Refusal.Reason.INVALID,
                    "lifecycle",
                    "The lifecycle '" + key + "' takes no new tasks: " + retirement.by() + " has retired it");
        });
    }

    /** Empty if the lifecycle takes new tasks. */
    public Optional<RetiredLifecycles.Retirement> retirement(String key) {
        return Optional.ofNullable(newest().retired().get(key));
    }

    public DeployedLifecycle of(String definitionId) {
        DeployedLifecycle known = byDefinition.get(definitionId);
        if (known == null) {
            known = asServer(() -> read(definitionId));
            byDefinition.put(definitionId, known);
        }
        return known;
    }

    /** For deployments on this server; those of others are noticed within a second. */
    @TransactionalEventListener
    void deployed(LifecycleDeployed deployed) {
        newest = null;
    }

    public Optional<DeployedLifecycle> newest(String key) {
        return Optional.ofNullable(newest().definitionIds().get(key)).map(this::of);
    }

    public Collection<DeployedLifecycle> all() {
        return newest().definitionIds().values().stream().map(this::of).toList();
    }

    public Optional<DeployedLifecycle> version(String key, int version) {
        return asServer(() -> Optional.ofNullable(repository()
                        .createProcessDefinitionQuery()
                        .processDefinitionKey(key)
                        .processDefinitionVersion(version)
                        .singleResult())
                .map(d -> of(d.getId())));
    }

    public byte[] bpmn(DeployedLifecycle lifecycle) {
        return asServer(
                () -> repository().getProcessModel(lifecycle.definitionId()).readAllBytes());
    }

    private Newest newest() {
        Newest now = newest;
        if (now == null || !fastPath.isFresh(now.readAt())) {
            Map<String, String> ids = new TreeMap<>();
            asServer(() -> repository()
                            .createProcessDefinitionQuery()
                            .latestVersion()
                            .list())
                    .forEach(d -> ids.put(d.getKey(), d.getId()));
            now = new Newest(ids, retired.all(), System.nanoTime());
            newest = now;
        }
        return now;
    }

    private DeployedLifecycle read(String definitionId) throws Exception {
        ProcessDefinition definition = repository().getProcessDefinition(definitionId);
        Lifecycle lifecycle = Lifecycle.read(DiagramReader.read(repository().getBpmnModelInstance(definitionId)));
        Map<String, Schema> schemas = new HashMap<>();
        for (String artifact : lifecycle.artifacts()) {
            String file = LifecycleFolder.schemaFile(artifact);
            try (var text = repository().getResourceAsStream(definition.getDeploymentId(), file)) {
                schemas.put(artifact, Schema.parse(text.readAllBytes()));
            } catch (NullValueException e) {
                throw new IllegalStateException("The deployment of " + definitionId + " has lost " + file, e);
            }
        }
        List<Decision> decisions = DecisionReader.read(repository(), definition.getDeploymentId());
        return new DeployedLifecycle(
                definitionId, definition.getVersion(), definition.getDescription(), lifecycle, schemas, decisions);
    }

    private RepositoryService repository() {
        return engine.getRepositoryService();
    }

    /** Without the caller's permissions, because the server reads this for itself. */
    private <T> T asServer(Callable<T> query) {
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration();
        return configuration.getCommandExecutorTxRequired().execute(c -> c.runWithoutAuthorization(query));
    }
}
