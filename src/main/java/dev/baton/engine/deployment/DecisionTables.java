package dev.baton.engine.deployment;

import dev.baton.engine.diagram.LifecycleFolder;
import dev.baton.engine.failure.DiagramFailure;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.camunda.bpm.dmn.engine.DmnDecision;
import org.camunda.bpm.dmn.engine.DmnDecisionResult;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.deploy.cache.DeploymentCache;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * Makes decisions outside of a business rule task: with the table that was deployed with a task's diagram, or with the one that
 * the server ships, for diagrams from before there was a table.
 */
@Component
public class DecisionTables {

    private final ProcessEngine engine;
    private final Map<String, DmnDecision> shipped = new ConcurrentHashMap<>();

    DecisionTables(ProcessEngine engine) {
        this.engine = engine;
    }

    /** The results of the rule that matches, by output; empty if none does. */
    public Map<String, Object> decideAsShipped(String lifecycle, String decision, Map<String, Object> values) {
        return decide(() -> shipped.computeIfAbsent(decision, id -> read(lifecycle, id)), decision, values);
    }

    /** The same with the table that came with a version of a lifecycle. */
    public Map<String, Object> decide(String definitionId, String decision, Map<String, Object> values) {
        return decide(() -> deployed(definitionId, decision), decision, values);
    }

    /** Tables are read and evaluated in a command of the engine, which has its settings. */
    private Map<String, Object> decide(Supplier<DmnDecision> table, String decision, Map<String, Object> values) {
        try {
            return configuration().getCommandExecutorTxRequired().execute(context -> {
                DmnDecisionResult rules = configuration().getDmnEngine().evaluateDecision(table.get(), values);
                return rules.isEmpty() ? Map.of() : rules.getSingleResult().getEntryMap();
            });
        } catch (RuntimeException e) {
            if (!DiagramFailure.concerns(e)) {
                throw e;
            }
            throw DiagramFailure.ofDecision(decision, e);
        }
    }

    private DmnDecision deployed(String definitionId, String decision) {
        DeploymentCache cache = configuration().getDeploymentCache();
        String deployment =
                cache.findDeployedProcessDefinitionById(definitionId).getDeploymentId();
        return (DmnDecision) cache.findDeployedDecisionDefinitionByDeploymentAndKey(deployment, decision);
    }

    private DmnDecision read(String lifecycle, String decision) {
        byte[] file = LifecycleFolder.bytes(new ClassPathResource("bpmn/" + lifecycle + ".dmn"));
        return configuration().getDmnEngine().parseDecision(decision, new ByteArrayInputStream(file));
    }

    private ProcessEngineConfigurationImpl configuration() {
        return (ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration();
    }
}
