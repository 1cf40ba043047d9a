package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ledger.NextStep;
import dev.baton.ledger.Task;
import java.util.Map;
import org.springframework.stereotype.Component;

/** How risky the action is that waits for an approval, so that lists can show the riskiest first. */
@Component
class OpenRisk implements NextStep {

    @Override
    public Map<String, JsonNode> of(Task task) {
        JsonNode risk = ApprovalRequests.newest(task).path("risk");
        return ApprovalRequests.isOpen(task) && risk.isTextual() ? Map.of("risk", risk) : Map.of();
    }
}
