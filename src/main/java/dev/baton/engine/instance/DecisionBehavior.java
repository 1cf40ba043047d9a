package dev.baton.engine.instance;

import dev.baton.core.Refusal;
import dev.baton.engine.expression.DiagramExpressions;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import dev.baton.engine.token.TokenMove;
import dev.baton.engine.token.WritableData;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.camunda.bpm.dmn.engine.DmnDecision;
import org.camunda.bpm.dmn.engine.DmnDecisionResult;
import org.camunda.bpm.dmn.engine.impl.hitpolicy.DmnHitPolicyException;
import org.camunda.bpm.engine.impl.bpmn.behavior.DmnBusinessRuleTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.TaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.pvm.delegate.ActivityExecution;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.util.xml.Element;
import org.camunda.bpm.engine.variable.VariableMap;
import org.camunda.bpm.engine.variable.Variables;

/**
 * A business rule task that makes a decision. The engine would give the table all variables of the process and keep the result
 * in another; here the table reads {@code task}, {@code payload}, {@code actor} and {@code policy} only, and the result goes
 * into the task's data. The decision is the one that was deployed with the diagram.
 */
final class DecisionBehavior extends TaskActivityBehavior {

    private static final Pattern RULE_ID = Pattern.compile("DmnEvaluatedDecisionRuleImpl\\{id='([^']*)'");

    private final CurrentMoves moves;
    private final String decisionId;
    private final String field;
    private final String shape;
    private volatile DmnDecision decision;

    private DecisionBehavior(CurrentMoves moves, Element task) {
        this.moves = moves;
        this.decisionId = attribute(task, "decisionRef");
        this.field = attribute(task, "resultVariable");
        this.shape = attribute(task, "mapDecisionResult");
    }

    private static String attribute(Element task, String name) {
        return task.attributeNS(BpmnParse.CAMUNDA_BPMN_EXTENSIONS_NS, name);
    }

    static void replaceDecision(Element task, ActivityImpl activity, CurrentMoves moves) {
        if (activity.getActivityBehavior() instanceof DmnBusinessRuleTaskActivityBehavior) {
            activity.setScope(false); // there is no local variable to keep
            activity.setActivityBehavior(new DecisionBehavior(moves, task));
        }
    }

    @Override
    protected void performExecution(ActivityExecution execution) throws Exception {
        TokenMove move = moves.of(new ExecutionToken(execution));
        String element = execution.getCurrentActivityId();
        Object result;
        try {
            result = result(evaluate((ExecutionEntity) execution, move), element);
        } catch (Refusal named) {
            throw named;
        } catch (RuntimeException e) {
            if (!DiagramFailure.concerns(e)) {
                throw e;
            }
            throw failure(element, e instanceof DmnHitPolicyException ? matching(e) : DiagramFailure.withoutCode(e));
        }
        ((WritableData) move.value("task")).put(field, result);
        leave(execution);
    }

    /** The engine's own message shows its objects. */
    private static String matching(RuntimeException failure) {
        String rules = RULE_ID.matcher(String.valueOf(failure.getMessage()))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.joining(", "));
        return rules.isEmpty()
                ? "its hit policy aggregates the results of the rules that match, and they are not all numbers"
                : "the rules " + rules + " match, and its hit policy allows one, or several with the same result";
    }

    private Refusal failure(String element, String problem) {
        return DiagramFailure.ofDecision(element, decisionId, problem);
    }

    private DmnDecisionResult evaluate(ExecutionEntity execution, TokenMove move) {
        ProcessEngineConfigurationImpl engine = Context.getProcessEngineConfiguration();
        if (decision == null) {
            String deployment = execution.getProcessDefinition().getDeploymentId();
            decision = (DmnDecision) engine.getDeploymentCache()
                    .findDeployedDecisionDefinitionByDeploymentAndKey(deployment, decisionId);
        }
        VariableMap values = Variables.createVariables();
        for (String name : DiagramExpressions.NAMES) {
            Object value = move.value(name);
            values.put(name, value instanceof Map<?, ?> map ? new ReadOnly(map) : value);
        }
        return engine.getDmnEngine().evaluateDecision(decision, values);
    }

    private Object result(DmnDecisionResult rules, String element) {
        boolean single = "singleEntry".equals(shape) || "singleResult".equals(shape);
        if (single && rules.isEmpty()) {
            throw failure(element, "none of its rules matches");
        }
        Object result = shape == null
                ? rules.getResultList()
                : switch (shape) {
                    case "singleEntry" -> rules.getSingleEntry();
                    case "singleResult" -> rules.getSingleResult().getEntryMap();
                    case "collectEntries" ->
                        rules.isEmpty()
                                ? List.of()
                                : rules.collectEntries(
                                        rules.get(0).keySet().iterator().next());
                    default -> rules.getResultList();
                };
        return plain(result, element);
    }

    /** The result as it can be stored: dates become texts. */
    private Object plain(Object value, String element) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, entry) -> copy.put(String.valueOf(name), plain(entry, element)));
            return copy;
        }
        if (value instanceof Collection<?> list) {
            return list.stream().map(entry -> plain(entry, element)).collect(Collectors.toList());
        }
        if (value instanceof Date date) {
            return date.toInstant().toString();
        }
        if (value instanceof TemporalAccessor || value instanceof TemporalAmount) {
            return value.toString();
        }
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Number) {
            return value;
        }
        throw failure(element, "its result is neither a text, a number, true or false, a date nor a list of them");
    }

    /** Tables read the task and can't write to it. */
    private static final class ReadOnly extends AbstractMap<Object, Object> {

        private final Map<?, ?> map;

        ReadOnly(Map<?, ?> map) {
            this.map = map;
        }

        @Override
        public Object get(Object name) {
            return map.get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            return map.containsKey(name);
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            Map<Object, Object> copy = new LinkedHashMap<>(map);
            return copy.entrySet();
        }
    }
}
