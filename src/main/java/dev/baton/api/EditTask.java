package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.move.NewTask;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.LinkedHashMap;
import java.util.Map;

/** The changes of a running task; what is null stays as it is. */
record EditTask(
        @Size(min = 1, max = NewTask.MAX_TITLE) @Pattern(regexp = "(?s).*\\S.*", message = "must not be blank")
        String title,

        Integer priority,
        JsonNode claimTimeout,
        JsonNode progressTimeout,
        JsonNode approvalExpiry,
        JsonNode reviewOverdue,
        JsonNode budgetUsd) {

    Map<String, JsonNode> settings() {
        Map<String, JsonNode> settings = new LinkedHashMap<>();
        settings.put("claimTimeout", claimTimeout);
        settings.put("progressTimeout", progressTimeout);
        settings.put("approvalExpiry", approvalExpiry);
        settings.put("reviewOverdue", reviewOverdue);
        settings.put("budgetUsd", budgetUsd);
        settings.values().removeIf(value -> value == null || value.isNull());
        return settings;
    }
}
