package dev.baton.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.math.BigDecimal;

/** One call of a model or a tool for a task, as reported by an agent. */
public record Run(BigDecimal costUsd, long tokens, String tool, String outcome) {

    boolean failed() {
        return "failed".equals(outcome);
    }

    ObjectNode document() {
        return Json.object()
                .put("costUsd", costUsd)
                .put("tokens", tokens)
                .put("tool", tool)
                .put("outcome", outcome);
    }
}
