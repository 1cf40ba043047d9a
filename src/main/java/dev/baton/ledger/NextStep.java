package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** What a worker needs to know for its next step with a task; the answer to a move includes it. */
public interface NextStep {

    /** Fields and their values, not nested; empty for tasks of other lifecycles. Must not change the task. */
    Map<String, JsonNode> of(Task task);
}
