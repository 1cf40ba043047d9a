package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.baton.ledger.NextStep;
import dev.baton.ledger.Task;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** What is to run next: the phase and its agent, the attempt, the tier, the strategy, and feedback from the attempt before. */
@Component
class NextPhase implements NextStep {

    private static final Map<String, String> FIELDS = new LinkedHashMap<>();

    static {
        FIELDS.put("phase", "current_phase");
        FIELDS.put("attempt", "attempt");
        FIELDS.put("tier", "tier");
        FIELDS.put("strategy", "strategy");
        FIELDS.put("feedback", "feedback");
    }

    @Override
    public Map<String, JsonNode> of(Task task) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        Checkpoint.find(task).filter(checkpoint -> checkpoint.phases().exist()).ifPresent(checkpoint -> {
            FIELDS.forEach((name, source) -> fields.put(
                    name, checkpoint.node().has(source) ? checkpoint.node().get(source) : NullNode.instance));
            fields.put("agent", checkpoint.node().textNode(checkpoint.agent()));
        });
        return fields;
    }
}
