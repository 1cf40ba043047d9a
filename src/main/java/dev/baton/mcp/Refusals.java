package dev.baton.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.api.ApiCalls;
import dev.baton.api.ApiCalls.Answer;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.json.Json;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Answers of the API that say no, as results that an agent can act on. */
@Component
class Refusals {

    /** By status and field, where the status alone would not tell the agent enough. */
    private static final Map<String, String> ADVICE = Map.of(
            "409 leaseEpoch",
            "The lease is not yours any more, or its epoch is missing. If somebody else has the task, stop working"
                    + " on it and discard the work; get_task says who has it",
            "409 X-Idempotency-Key",
            "Take a new idempotencyKey for another request; with this one, repeat the same request",
            "409 id",
            "Look at that task with get_task: it may be the one you want. Otherwise choose another id, or none",
            "403 token",
            "Your token can only read: look at tasks, or ask for a token that can write",
            "403 lifecycle",
            "Your token is for some lifecycles only: pass one of them as lifecycle, or leave this task alone");

    private static final String CORRECT = "Correct what 'errors' names and call again";

    private final TaskAnswers answers;

    Refusals(TaskAnswers answers) {
        this.answers = answers;
    }

    ToolResult badArguments(List<Fault> faults) {
        return new ToolResult(refusal(400, "The arguments can't be used", Json.node(faults), false), true);
    }

    ToolResult unexpected() {
        List<Fault> faults = List.of(new Fault(null, ApiCalls.UNEXPECTED));
        return new ToolResult(refusal(500, ApiCalls.UNEXPECTED, Json.node(faults), false), true);
    }

    /** @param task null if the call was not about one */
    ToolResult of(Answer answer, String task, Actor actor) {
        JsonNode problem = answer.body();
        ObjectNode result =
                refusal(answer.status(), problem.path("detail").asText(), problem.path("errors"), task != null);
        if (problem.path("allowedTransitions").isArray()) {
            result.set("allowedTransitions", problem.path("allowedTransitions"));
        }
        return new ToolResult(task == null ? result : answers.withNext(result, task, actor), true);
    }

    /** @param aboutTask whether the result has the task's next moves */
    private static ObjectNode refusal(int status, String message, JsonNode errors, boolean aboutTask) {
        ObjectNode result = Json.object().put("refused", message).put("status", status);
        result.set("errors", errors);
        return result.put("whatToDo", whatToDo(status, errors, aboutTask));
    }

    private static String whatToDo(int status, JsonNode errors, boolean aboutTask) {
        for (JsonNode error : errors) {
            String advice = ADVICE.get(status + " " + error.path("field").asText());
            if (advice != null) {
                return advice;
            }
        }
        return switch (status) {
            case 400 -> CORRECT;
            case 403 -> "This is for others: next_moves says for whom; do something else, or ask them";
            case 404 -> "Check the name: find_tasks finds tasks, list_lifecycles lists lifecycles";
            case 409 -> "Look at the task again with get_task, and make one of the moves in 'next'";
            case 422 -> aboutTask ? "Send what 'errors' names; 'next' has the schema of what each move needs" : CORRECT;
            case 503 -> "Try again in a few seconds";
            default -> "Try again later; if it stays so, tell the people who run the server";
        };
    }
}
