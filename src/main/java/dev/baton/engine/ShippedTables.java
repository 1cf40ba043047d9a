package dev.baton.engine;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.camunda.bpm.dmn.engine.DmnDecision;
import org.camunda.bpm.dmn.engine.DmnDecisionResult;
import org.camunda.bpm.dmn.engine.DmnEngine;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.variable.Variables;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/** Makes decisions with the tables that the server ships, for tasks of diagrams from before there was a table. */
@Component
public class ShippedTables {

    private final ProcessEngine engine;
    private final Map<String, DmnDecision> decisions = new ConcurrentHashMap<>();

    ShippedTables(ProcessEngine engine) {
        this.engine = engine;
    }

    /** The results of the rule that matches, by output; empty if none does. */
    public Map<String, Object> decide(String lifecycle, String decision, Map<String, Object> task) {
        DmnDecision table = decisions.computeIfAbsent(decision, id -> read(lifecycle, id));
        DmnDecisionResult rules = dmn().evaluateDecision(table, Variables.putValue("task", task));
        return rules.isEmpty() ? Map.of() : rules.getSingleResult().getEntryMap();
    }

    private DmnDecision read(String lifecycle, String decision) {
        byte[] file = LifecycleFolder.bytes(new ClassPathResource("bpmn/" + lifecycle + ".dmn"));
        return dmn().parseDecision(decision, new ByteArrayInputStream(file));
    }

    private DmnEngine dmn() {
        return ((ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration()).getDmnEngine();
    }
}
