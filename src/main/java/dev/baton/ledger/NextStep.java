package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** What a worker or an approver needs to know for the next step of a task; lists and the answer to a move include it. */
public interface NextStep {

    /** Fields and their values, not nested; empty for tasks of other lifecycles. Must not change the task. */
    Map<String, JsonNode> of(Task task);
}
