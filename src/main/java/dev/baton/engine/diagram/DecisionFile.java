package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.dmn.deployer.DecisionDefinitionDeployer;
import org.camunda.bpm.model.dmn.Dmn;
import org.camunda.bpm.model.dmn.DmnModelInstance;
import org.camunda.bpm.model.dmn.HitPolicy;
import org.camunda.bpm.model.dmn.instance.Decision;
import org.camunda.bpm.model.dmn.instance.DecisionTable;
import org.camunda.bpm.model.xml.ModelException;

/**
 * A DMN file and the decisions in it.
 *
 * @param model null if it can't be read
 * @param fault why it can't be read
 * @param decisions by id
 */
public record DecisionFile(
        String name, byte[] bytes, DmnModelInstance model, String fault, Map<String, Logic> decisions) {

    /**
     * How a decision is made.
     *
     * @param outputs how many results one rule has
     * @param many whether several rules can have a result each
     */
    record Logic(int outputs, boolean many) {}

    public static boolean isDecisions(String fileName) {
        return Stream.of(DecisionDefinitionDeployer.DMN_RESOURCE_SUFFIXES).anyMatch(fileName::endsWith);
    }

    static DecisionFile read(String name, byte[] bytes) {
        Optional<String> tooLarge = DiagramSize.fault(bytes);
        if (tooLarge.isPresent()) {
            return new DecisionFile(name, bytes, null, tooLarge.get(), Map.of());
        }
        try {
            DmnModelInstance model = Dmn.readModelFromStream(new ByteArrayInputStream(bytes));
            Map<String, Logic> decisions = new LinkedHashMap<>();
            for (Decision decision : model.getModelElementsByType(Decision.class)) {
                if (decision.getId() != null) {
                    decisions.put(decision.getId(), logic(decision));
                }
            }
            return new DecisionFile(name, bytes, model, null, decisions);
        } catch (ModelException e) {
            String why = "this is not a DMN file: " + XmlSchemaMessage.of(e);
            return new DecisionFile(name, bytes, null, why, Map.of());
        }
    }

    /** Everything that is wrong with it; inside a command of the engine only. */
    List<Violation> violations() {
        if (model == null) {
            List<Violation> faults = XmlSchemaFaults.of(bytes, name);
            return faults.isEmpty() ? List.of(new Violation(name, fault)) : faults;
        }
        List<Violation> code = new ArrayList<>(DecisionCheck.violations(model, name));
        code.addAll(LengthCheck.violations(model));
        DecisionGrowth.violations(model).forEach(code::add);
        return code.isEmpty() ? DecisionCheck.faultsOfEngine(model, name) : code;
    }

    private static Logic logic(Decision decision) {
        if (!(decision.getExpression() instanceof DecisionTable table)) {
            return new Logic(1, false);
        }
        boolean many = table.getHitPolicy() == HitPolicy.RULE_ORDER
                || table.getHitPolicy() == HitPolicy.COLLECT && table.getAggregation() == null;
        return new Logic(table.getOutputs().size(), many);
    }
}
