package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Caller.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One task of the lifecycle "errand" seen from outside. Every request carries a mark of its own in the payload, so
 * that the history tells which of them took effect.
 */
public final class Errand {

    private static final Set<String> MOVES = Set.of(
            "null open",
            "open working",
            "open expired",
            "working packing",
            "packing checking",
            "working open",
            "working checking",
            "working working",
            "working failed",
            "checking done",
            "checking working",
            "open cancelled",
            "working cancelled",
            "checking cancelled");

    private final Caller admin;
    private final String id;

    public Errand(Caller admin, String id) {
        this.admin = admin;
        this.id = id;
    }

    public static Errand create(Baton baton) {
        return new Errand(baton.admin(), baton.create("errand"));
    }

    public String id() {
        return id;
    }

    /** A payload that satisfies the arrow. */
    public static String payload(String trigger) {
        ObjectNode payload = Baton.JSON.createObjectNode();
        switch (trigger) {
            case "take" -> payload.putObject("plan").putArray("steps").add("look");
            case "deliver" -> payload.putObject("result").put("text", "here");
            case "approve" -> payload.put("score", 7);
            case "reject", "cancel" -> payload.put("reason", "because");
            case "try" -> payload.put("ok", true);
            default -> {}
        }
        return payload.toString();
    }

    /** The same as variables of the engine, with the trigger among them and a mark as the event id. */
    public static String variables(String trigger, String mark) {
        ObjectNode variables = Baton.JSON.createObjectNode();
        variables.putObject("trigger").put("value", trigger).put("type", "String");
        variables.putObject("eventId").put("value", mark).put("type", "String");
        Json.read(payload(trigger)).fields().forEachRemaining(field -> {
            JsonNode value = field.getValue();
            ObjectNode variable = variables.putObject(field.getKey());
            if (value.isContainerNode()) {
                variable.put("value", value.toString());
            } else {
                variable.set("value", value);
            }
        });
        return variables.toString();
    }

    public Answer move(Caller caller, String trigger, String mark) {
        return caller.post(
                "/api/tasks/" + id + "/transitions",
                "{\"trigger\":\"%s\",\"eventId\":\"%s\",\"payload\":%s}".formatted(trigger, mark, payload(trigger)));
    }

    public JsonNode task() {
        return admin.get("/api/tasks/" + id).expect(200).json();
    }

    public String state() {
        return task().get("state").asText();
    }

    public List<JsonNode> history() {
        return Json.list(admin.get("/api/tasks/" + id + "/history").expect(200).json());
    }

    /** The marks of the requests that took effect, in that order. */
    public List<String> marks() {
        return history().stream()
                .filter(step -> step.get("kind").asText().equals("actor")
                        && !step.get("from").isNull())
                .filter(step -> !step.get("trigger").asText().equals("abandon"))
                .map(step -> step.get("eventId").asText())
                .toList();
    }

    /** The engine's instance of this task; null when it has none. */
    public String instance() {
        List<JsonNode> found = Json.list(admin.get("/engine-rest/process-instance?businessKey=" + id)
                .expect(200)
                .json());
        assertThat(found).as("process instances of %s", id).hasSizeLessThan(2);
        return found.isEmpty() ? null : found.get(0).get("id").asText();
    }

    /** Checks that ledger, history and engine are consistent. */
    public void isConsistent() {
        JsonNode task = task();
        String state = task.get("state").asText();
        boolean abandoned = Json.texts(task.get("flags")).contains("abandoned");
        historyLeadsTo(state, abandoned);
        String instance = instance();
        if (abandoned || task.get("terminal").asBoolean()) {
            assertThat(instance).as("the instance of %s, which has ended", id).isNull();
        } else {
            tokenIsAt(state, instance);
        }
    }

    private void historyLeadsTo(String state, boolean abandoned) {
        List<JsonNode> history = history();
        List<String> moves = new ArrayList<>();
        String before = null;
        for (int i = 0; i < history.size(); i++) {
            JsonNode step = history.get(i);
            assertThat(step.get("number").asInt())
                    .as("numbers of %s are gapless", id)
                    .isEqualTo(i + 1);
            assertThat(step.get("from").textValue())
                    .as("step %d of %s", i + 1, id)
                    .isEqualTo(before);
            before = step.get("to").asText();
            if (!"abandon".equals(step.get("trigger").textValue())) {
                moves.add(step.get("from").textValue() + " " + before);
            }
        }
        assertThat(before).as("the last state in the history of %s", id).isEqualTo(state);
        assertThat(MOVES).as("arrows of the diagram").containsAll(moves);
        assertThat(history.size() - moves.size())
                .as("times that %s was abandoned", id)
                .isEqualTo(abandoned ? 1 : 0);
    }

    private void tokenIsAt(String state, String instance) {
        assertThat(instance).as("the instance of %s, which is %s", id, state).isNotNull();
        assertThat(state).as("a state to rest in").isIn("open", "working", "checking");
        JsonNode tree = read("/engine-rest/process-instance/" + instance + "/activity-instances");
        assertThat(Json.list(tree.get("childActivityInstances")))
                .as("tokens of %s", id)
                .extracting(token -> token.get("activityId").asText())
                .containsExactly(state);
        assertThat(read("/engine-rest/job?processInstanceId=" + instance)).hasSize(state.equals("open") ? 1 : 0);
        assertThat(read("/engine-rest/task?processInstanceId=" + instance)).hasSize(state.equals("checking") ? 1 : 0);
        assertThat(read("/engine-rest/process-instance/" + instance + "/variables"))
                .isEmpty();
        canGoOn(state);
    }

    /** Checks the ledger's id of the waiting execution, too. */
    private void canGoOn(String state) {
        String trigger = triggerOut(state);
        admin.post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"%s\",\"payload\":%s}".formatted(trigger, payload(trigger)))
                .expect(200);
    }

    /** What an admin, who is not the assignee, can do next. */
    private static String triggerOut(String state) {
        return switch (state) {
            case "open" -> "take";
            case "working" -> "try";
            default -> "approve";
        };
    }

    /** Moves the task to an end. */
    public void finish() {
        for (String state = state(); Set.of("open", "working", "checking").contains(state); state = state()) {
            admin.move(id, triggerOut(state), payload(triggerOut(state))).expect(200);
        }
        isConsistent();
    }

    private JsonNode read(String path) {
        return admin.get(path).expect(200).json();
    }
}
