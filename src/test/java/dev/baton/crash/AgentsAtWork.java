package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller;
import dev.baton.testing.Json;
import dev.baton.testing.ServerProcess;
import dev.baton.testing.Thinker;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tasks of agents. What each event stores is there afterwards: the input, the plan and its reasoning, messages, snapshots,
 * the archive, the error, the reflection.
 */
final class AgentsAtWork implements InterruptedWork {

    private static final int AGENTS = 4;
    private static final int LIVES = 8;

    private final AtomicInteger lives = new AtomicInteger();
    private final Map<String, String> tasks;
    private final Map<String, JsonNode> before;

    AgentsAtWork(ServerProcess server) {
        Caller caller = server.as("worker-1", "demo");
        tasks = oneForEveryRow(new Thinker(caller), caller);
        before = everything(caller, tasks);
    }

    /** Other tasks than those that are looked at afterwards. */
    @Override
    public List<Runnable> workers(ServerProcess server) {
        return Collections.nCopies(AGENTS, () -> {
            new Thinker(server.as("worker-2", "demo")).in("completed");
            lives.incrementAndGet();
        });
    }

    @Override
    public boolean isEnough() {
        return lives.get() >= LIVES;
    }

    @Override
    public void isIntact(ServerProcess restarted) {
        Caller caller = restarted.as("worker-1", "demo");
        everything(caller, tasks)
                .forEach((row, found) -> assertThat(found).as(row).isEqualTo(before.get(row)));
        isWhatTheTableAsksFor(new Thinker(caller), caller, tasks);
        goesOn(new Thinker(caller), tasks);
    }

    /** A task whose last event is the row's. */
    private static Map<String, String> oneForEveryRow(Thinker thinker, Caller caller) {
        Map<String, String> tasks = new LinkedHashMap<>();
        tasks.put("TASK_CREATED", thinker.in("reasoning"));
        String planned = thinker.in("reasoning");
        thinker.event(planned, "REASON_DONE", """
            {"plan":%s,"reasoning":{"thought":"deep"},"messages":[{"role":"assistant","text":"I plan"}]}\
            """.formatted(Thinker.planOf(List.of("tool_call", "respond"))))
                .expect(200);
        tasks.put("REASON_DONE", planned);
        tasks.put("TOOL_CALL_COMPLETED", after(thinker, "TOOL_CALL_COMPLETED", """
            {"result":"sent","messages":[{"role":"tool","text":"mail sent"}]}\
            """));
        tasks.put("TOOL_CALL_FAILED", after(thinker, "TOOL_CALL_FAILED", """
            {"error":"refused","messages":[{"role":"tool","text":"mail refused"}]}\
            """));
        String asking = thinker.in("reasoning");
        thinker.event(asking, "NEED_MORE_INFO", "{\"question\":\"who?\",\"reasoning\":{\"unclear\":\"whom\"}}")
                .expect(200);
        tasks.put("NEED_MORE_INFO", asking);
        tasks.put("TASK_SUSPENDED", after(thinker, "TASK_SUSPENDED", "{\"reason\":\"lunch\"}"));
        tasks.put("TASK_COMPLETED", thinker.in("completed"));
        String learned = thinker.in("completed");
        thinker.event(learned, "REFLECTION_COMPLETE").expect(200);
        tasks.put("REFLECTION_COMPLETE", learned);
        tasks.put("TASK_FAILED", after(thinker, "TASK_FAILED", "{\"error\":\"no power\"}"));
        String told = thinker.in("acting");
        caller.post("/api/tasks/" + told + "/messages", "{\"role\":\"user\",\"text\":\"hurry\"}")
                .expect(201);
        tasks.put("message", told);
        return tasks;
    }

    private static String after(Thinker thinker, String event, String payload) {
        String id = thinker.in("acting");
        thinker.event(id, event, payload).expect(200);
        return id;
    }

    /** The task as callers see it, its history and its snapshots. */
    private static Map<String, JsonNode> everything(Caller caller, Map<String, String> tasks) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        tasks.forEach((row, id) -> {
            all.put(row, caller.get("/api/tasks/" + id).expect(200).json());
            all.put(
                    row + " history",
                    caller.get("/api/tasks/" + id + "/history").expect(200).json());
        });
        for (String row : List.of("TASK_SUSPENDED", "TASK_COMPLETED", "TASK_FAILED")) {
            all.put(
                    row + " snapshot",
                    caller.get("/api/tasks/" + tasks.get(row) + "/snapshots/1")
                            .expect(200)
                            .json());
        }
        return all;
    }

    private static void isWhatTheTableAsksFor(Thinker thinker, Caller caller, Map<String, String> tasks) {
        JsonNode created = thinker.context(tasks.get("TASK_CREATED"));
        assertThat(created.get("inputText").asText()).isEqualTo("What is the weather?");
        assertThat(created.get("source").asText()).isEqualTo("chat");
        assertThat(created.get("inputMetadata").get("channel").asText()).isEqualTo("#ops");
        JsonNode planned = thinker.context(tasks.get("REASON_DONE"));
        assertThat(planned.get("plan").get("steps")).hasSize(2);
        assertThat(planned.get("reasoning").get("thought").asText()).isEqualTo("deep");
        assertThat(said(planned)).containsExactly("I plan");
        assertThat(said(thinker.context(tasks.get("TOOL_CALL_COMPLETED")))).containsExactly("mail sent");
        assertThat(said(thinker.context(tasks.get("TOOL_CALL_FAILED")))).containsExactly("mail refused");
        assertThat(thinker.context(tasks.get("NEED_MORE_INFO"))
                        .get("reasoning")
                        .get("unclear")
                        .asText())
                .isEqualTo("whom");
        assertThat(said(thinker.context(tasks.get("message")))).containsExactly("hurry");
        assertThat(thinker.context(tasks.get("REFLECTION_COMPLETE")).get("postReflection"))
                .isEqualTo(Json.read(Thinker.REFLECTION));
        assertThat(snapshot(caller, tasks.get("TASK_SUSPENDED"))
                        .get("plan")
                        .get("steps")
                        .size())
                .isEqualTo(2);
        assertThat(snapshot(caller, tasks.get("TASK_COMPLETED"))
                        .get("finalResult")
                        .asText())
                .isEqualTo("sunny");
        assertThat(snapshot(caller, tasks.get("TASK_FAILED")).get("error").asText())
                .isEqualTo("no power");
    }

    private static JsonNode snapshot(Caller caller, String id) {
        return caller.get("/api/tasks/" + id + "/snapshots/1")
                .expect(200)
                .json()
                .get("context");
    }

    private static List<String> said(JsonNode context) {
        return Json.list(context.get("messages")).stream()
                .map(message -> message.get("text").asText())
                .toList();
    }

    private static void goesOn(Thinker thinker, Map<String, String> tasks) {
        thinker.event(tasks.get("TASK_SUSPENDED"), "TASK_RESUMED").expect(200);
        assertThat(thinker.state(tasks.get("TASK_SUSPENDED"))).isEqualTo("acting");
        thinker.event(tasks.get("NEED_MORE_INFO"), "MESSAGE_RECEIVED").expect(200);
        thinker.event(tasks.get("TASK_COMPLETED"), "REFLECTION_COMPLETE").expect(200);
        thinker.event(tasks.get("TOOL_CALL_COMPLETED"), "STEP_COMPLETED").expect(200);
        assertThat(thinker.state(tasks.get("TOOL_CALL_COMPLETED"))).isEqualTo("reasoning");
    }
}
