package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.NextStep;
import dev.baton.ledger.Task;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The plan's current step, which is null if no step is left, and the number of the iteration. */
@Component
class CurrentStep implements NextStep {

    @Override
    public Map<String, JsonNode> of(Task task) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        if (TaskContext.isContext(task.data())) {
            fields.put(
                    "currentStep",
                    Plan.in(task.data())
                            .currentStep()
                            .<JsonNode>map(ObjectNode::deepCopy)
                            .orElse(NullNode.instance));
            fields.put("iteration", task.data().get("iteration"));
        }
        return fields;
    }
}
