package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * What a JSON schema can't say about a plan: indexes are consecutive, and what the server computes or keeps, if it is
 * sent, is what the server has. So a plan can be sent back as it was answered.
 */
@Component
class SoundPlan implements Rule {

    @Override
    public List<Fault> faults(Move move) {
        JsonNode sent = move.payload().path("plan");
        if (!sent.path("steps").isArray()) {
            return List.of(); // the schema reports it
        }
        List<String> faults = new ArrayList<>();
        if (!Plan.in(move.payload()).hasValidIndexes()) {
            faults.add("the steps' indexes have to count from 0 or from 1 in their order, or be left out");
        }
        Plan plan = Plan.sent(move.payload());
        plan.completedBeyond(Plan.in(move.task().data()))
                .forEach(step -> faults.add("step " + step.get("index")
                        + " can't be completed yet: events complete steps, leave 'completed' out"));
        if (sent.has("hasMoreSteps") && sent.get("hasMoreSteps").asBoolean() != plan.hasMoreSteps()) {
            faults.add("hasMoreSteps would be " + plan.hasMoreSteps() + " for these steps: leave it out");
        }
        if (sent.has("currentStep") && !isCurrentStep(sent.get("currentStep"), plan.currentStep())) {
            faults.add("currentStep is not the first step that is not completed: leave it out");
        }
        return faults.stream().map(fault -> new Fault("plan", "plan: " + fault)).toList();
    }

    private static boolean isCurrentStep(JsonNode sent, Optional<ObjectNode> current) {
        return current.map(step -> sent.isObject()
                        && sent.properties().stream()
                                .allMatch(field -> field.getValue().equals(step.get(field.getKey()))))
                .orElse(sent.isNull());
    }
}
