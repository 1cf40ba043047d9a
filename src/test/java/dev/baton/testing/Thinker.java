package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Caller.Answer;
import java.util.List;

/** An agent that works on tasks of the lifecycle "cognitive". */
public final class Thinker {

    public static final List<String> EVENTS = List.of(
            "TASK_CREATED",
            "REASON_DONE",
            "NEED_MORE_INFO",
            "MESSAGE_RECEIVED",
            "TOOL_CALL_COMPLETED",
            "TOOL_CALL_FAILED",
            "STEP_COMPLETED",
            "TASK_SUSPENDED",
            "TASK_RESUMED",
            "TASK_FAILED");

    public static final String REFLECTION = """
            {"facts":[{"path":"user/city","content":"lives in Bergen"},{"path":"user/lang","content":"no"}],
             "episode":{"title":"Weather","summary":"asked, looked up, told","details":"one call","lesson":"ask for the city"},
             "assessment":"went well"}""";

    private final Caller caller;

    public Thinker(Caller caller) {
        this.caller = caller;
    }

    /** A new task in the state idle. */
    public String create() {
        String id = Baton.newId();
        caller.post("/api/tasks", """
                        {"lifecycle":"cognitive","id":"%s","title":"Weather","data":{"inputText":"What is the weather?",
                         "inputMetadata":{"channel":"#ops"},"source":"chat"}}""".formatted(id)).expect(201);
        return id;
    }

    /** A new task brought into a state; in acting it has a tool call and an answer before it. */
    public String in(String state) {
        String id = create();
        switch (state) {
            case "idle" -> {}
            case "reasoning" -> begin(id);
            case "acting" -> plan(id, "tool_call", "respond");
            case "suspended" -> {
                begin(id);
                event(id, "TASK_SUSPENDED", "{\"reason\":\"lunch\"}").expect(200);
            }
            case "completed" -> {
                plan(id, "respond");
                event(id, "STEP_COMPLETED", "{\"result\":\"sunny\"}").expect(200);
            }
            case "failed" ->
                event(id, "TASK_FAILED", "{\"error\":\"no power\"}").expect(200);
            default -> throw new IllegalArgumentException(state);
        }
        return id;
    }

    /** A new task with a plan. */
    public String acting(String... actionTypes) {
        String id = create();
        plan(id, actionTypes);
        return id;
    }

    public void begin(String id) {
        event(id, "TASK_CREATED", "{}").expect(200);
    }

    private void plan(String id, String... actionTypes) {
        begin(id);
        reason(id, List.of(actionTypes));
    }

    public void reason(String id, List<String> actionTypes) {
        event(id, "REASON_DONE", "{\"plan\":%s,\"reasoning\":{\"thought\":\"do it\"}}".formatted(planOf(actionTypes)))
                .expect(200);
    }

    public Answer event(String id, String event, String payload) {
        return caller.move(id, event, payload);
    }

    /** The event with the artifacts that it requires. */
    public Answer event(String id, String event) {
        return event(id, event, payload(event));
    }

    public static String payload(String event) {
        return switch (event) {
            case "REASON_DONE" ->
                "{\"plan\":%s,\"reasoning\":{\"thought\":\"look\"}}".formatted(planOf(List.of("respond")));
            case "NEED_MORE_INFO" -> "{\"question\":\"which city?\"}";
            case "MESSAGE_RECEIVED" -> "{\"text\":\"Bergen\"}";
            case "TOOL_CALL_COMPLETED", "STEP_COMPLETED" -> "{\"result\":{\"sky\":\"blue\"}}";
            case "TOOL_CALL_FAILED", "TASK_FAILED" -> "{\"error\":\"no answer\"}";
            case "TASK_SUSPENDED" -> "{\"reason\":\"lunch\"}";
            case "REFLECTION_COMPLETE" -> REFLECTION;
            default -> "{}";
        };
    }

    public static String planOf(List<String> actionTypes) {
        ObjectNode plan = Baton.JSON.createObjectNode().put("goal", "tell the weather");
        ArrayNode steps = plan.putArray("steps");
        for (String type : actionTypes) {
            ObjectNode step = steps.addObject();
            step.put("index", steps.size() - 1).put("description", "step " + steps.size());
            step.put("actionType", type).put("completed", false);
            step.putObject("actionParams").put("tool", "weather");
        }
        return plan.put("reasoning", "short and simple").toString();
    }

    public JsonNode task(String id) {
        return caller.get("/api/tasks/" + id).expect(200).json();
    }

    public JsonNode context(String id) {
        return task(id).get("data");
    }

    public String state(String id) {
        return task(id).get("state").asText();
    }

    public List<JsonNode> records(String id, String name) {
        return Json.list(caller.get("/api/tasks/" + id + "/records/" + name + "?limit=500")
                .expect(200)
                .json()
                .get("records"));
    }
}
