package dev.baton.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.engine.deployment.DecisionTables;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import java.util.Map;
import org.springframework.stereotype.Component;

/** What the table {@code reviewers-needed} says about a task: its diagram keeps the result in the task's data. */
@Component
class ReviewTable {

    static final String RESULT = "reviewersNeeded";

    private final DecisionTables tables;

    ReviewTable(DecisionTables tables) {
        this.tables = tables;
    }

    /** Tasks of diagrams that ask no table follow the shipped one. */
    ReviewersNeeded of(Task task) {
        JsonNode result = task.data().path(RESULT);
        return ReviewersNeeded.of(
                result.isObject()
                        ? result
                        : Json.node(tables.decideAsShipped(
                                "peer-review", "reviewers-needed", Map.of("task", Json.map(task.data())))));
    }
}
