package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import java.util.List;

/** A task's context: input, plan, actions and result, and the fields that callers can't set. */
class ContextTest {

    @OnBothDatabases
    void aNewTaskHasItsInputAndNothingElseYet(Baton baton) {
        Thinker thinker = new Thinker(baton.as("worker-1"));
        JsonNode context = thinker.context(thinker.create());
        assertThat(context).isEqualTo(Json.read("""
                {"inputText":"What is the weather?","inputMetadata":{"channel":"#ops"},"source":"chat","reasoning":null,
                 "plan":null,"reflections":[],"postReflection":null,"iteration":0,"finalResult":null,"error":null,
                 "suspendedState":null,"suspendReason":null,"messages":[],"actionsDone":[]}"""));
    }

    @OnBothDatabases
    void withoutInputTheTitleIsWhatWasAskedAndTheCallerIsTheSource(Baton baton) {
        String id = Baton.newId();
        baton.as("worker-1")
                .post("/api/tasks", "{\"lifecycle\":\"cognitive\",\"id\":\"%s\",\"title\":\"Tidy up\"}".formatted(id))
                .expect(201);
        JsonNode context = baton.task(id).get("data");
        assertThat(context.get("inputText").asText()).isEqualTo("Tidy up");
        assertThat(context.get("source").asText()).isEqualTo("worker-1");
        assertThat(context.get("inputMetadata")).isEmpty();
    }

    @OnBothDatabases
    void aTaskCanBeginWithAConversation(Baton baton) {
        String id =
                baton.create("cognitive", "{\"messages\":[{\"role\":\"user\",\"text\":\"hello\",\"at\":\"earlier\"}]}");
        JsonNode context = baton.task(id).get("data");
        assertThat(context.get("messages").get(0).get("text").asText()).isEqualTo("hello");
        assertThat(context.get("messages").get(0).get("by").asText()).isEqualTo("admin");
    }

    @OnBothDatabases
    void whatTheServerKeepsCantBeBroughtAlongAndEveryReasonIsTold(Baton baton) {
        Answer answer = baton.admin().post("/api/tasks", """
                {"lifecycle":"cognitive","data":{"inputText":7,"source":[],"inputMetadata":"x","iteration":3,
                 "plan":{"goal":"g","steps":[]},"suspendedState":"acting","finalResult":"done","error":"e",
                 "actionsDone":[{"x":1}],"snapshots":[{}],"afterwards":[{}],"reasoning":{},"messages":[{"role":"boss"}]}}""");
        assertThat(Problem.of(answer, 422).about("field"))
                .contains(
                        "inputText",
                        "source",
                        "inputMetadata",
                        "iteration",
                        "plan",
                        "suspendedState",
                        "finalResult",
                        "error",
                        "actionsDone",
                        "snapshots",
                        "afterwards",
                        "reasoning",
                        "messages");
    }

    @OnBothDatabases
    void thePlanIsKeptWholeWithEveryStepOpen(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("reasoning");
        thinker.event(id, "REASON_DONE", """
                        {"plan":{"goal":"answer","steps":[{"description":"look","actionType":"tool_call"},
                          {"description":"tell","actionType":"respond","actionParams":{"tone":"kind"}}]},
                         "reasoning":{"intent":"question"}}""").expect(200);
        JsonNode context = thinker.context(id);
        assertThat(context.get("reasoning")).isEqualTo(Json.read("{\"intent\":\"question\"}"));
        assertThat(context.get("plan")).isEqualTo(Json.read("""
                {"goal":"answer","steps":[
                  {"index":0,"description":"look","actionType":"tool_call","actionParams":{},"completed":false},
                  {"index":1,"description":"tell","actionType":"respond","actionParams":{"tone":"kind"},"completed":false}],
                 "reasoning":"","currentStep":
                  {"index":0,"description":"look","actionType":"tool_call","actionParams":{},"completed":false},
                 "hasMoreSteps":true}"""));
        String stored = baton.sql()
                .sql("SELECT data FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        assertThat(stored).doesNotContain("currentStep").doesNotContain("hasMoreSteps");
    }

    @OnBothDatabases
    void aPlanThatIsNoneIsRefused(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("reasoning");
        JsonNode before = baton.task(id);
        String step = "{\"description\":\"d\",\"actionType\":\"respond\"%s}";
        for (String plan : List.of(
                "[]",
                "{\"steps\":[]}",
                "{\"goal\":\"\",\"steps\":[]}",
                "{\"goal\":\"g\"}",
                "{\"goal\":\"g\",\"steps\":{}}",
                "{\"goal\":\"g\",\"steps\":[{\"description\":\"d\"}]}",
                "{\"goal\":\"g\",\"steps\":[{\"description\":\"d\",\"actionType\":\"dance\"}]}",
                "{\"goal\":\"g\",\"steps\":[],\"hasMoreSteps\":true}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted("") + "],\"hasMoreSteps\":false}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted("") + "],\"currentStep\":null}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted("") + "],\"currentStep\":{\"description\":\"x\"}}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted(",\"completed\":true") + "]}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted(",\"index\":2") + "]}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted(",\"index\":4294967296") + "]}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted(",\"index\":1") + "," + step.formatted(",\"index\":0")
                        + "]}",
                "{\"goal\":\"g\",\"steps\":[" + step.formatted(",\"index\":0") + "," + step.formatted("") + "]}")) {
            Answer answer = thinker.event(id, "REASON_DONE", "{\"plan\":%s,\"reasoning\":{\"a\":1}}".formatted(plan));
            assertThat(Problem.of(answer, 422).about("field")).as(plan).containsOnly("plan");
        }
        assertThat(Problem.of(thinker.event(id, "REASON_DONE", "{\"reasoning\":7}"), 422)
                        .about("field"))
                .contains("plan", "reasoning");
        assertThat(baton.task(id)).isEqualTo(before);
    }

    @OnBothDatabases
    void stepsMayBeCountedFromOne(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("reasoning");
        thinker.event(id, "REASON_DONE", """
                        {"plan":{"goal":"g","steps":[{"index":1,"description":"a","actionType":"generate"},
                         {"index":2,"description":"b","actionType":"respond"}]},"reasoning":"because"}""").expect(200);
        thinker.event(id, "STEP_COMPLETED").expect(200);
        assertThat(thinker.context(id)
                        .get("plan")
                        .get("currentStep")
                        .get("index")
                        .asInt())
                .isEqualTo(2);
    }

    @OnBothDatabases
    void anEmptyPlanIsDoneWithTheNextEvent(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting();
        assertThat(thinker.state(id)).isEqualTo("acting");
        assertThat(thinker.context(id).get("plan").get("currentStep").isNull()).isTrue();
        thinker.event(id, "STEP_COMPLETED", "{\"result\":\"nothing to do\"}").expect(200);
        assertThat(thinker.state(id)).isEqualTo("completed");
        assertThat(thinker.context(id).get("finalResult").asText()).isEqualTo("nothing to do");
    }

    @OnBothDatabases
    void everyActionIsNotedWithItsStepAndHowItWent(Baton baton) {
        Thinker thinker = new Thinker(baton.as("worker-1"));
        String id = thinker.acting("tool_call", "tool_call");
        thinker.event(id, "TOOL_CALL_COMPLETED", "{\"result\":{\"rain\":true}}").expect(200);
        thinker.event(id, "TOOL_CALL_FAILED", "{\"error\":\"timed out\"}").expect(200);
        List<JsonNode> actions = thinker.records(id, "actionsDone");
        assertThat(actions).hasSize(2);
        assertThat(actions.get(0).get("stepIndex").asInt()).isZero();
        assertThat(actions.get(0).get("success").asBoolean()).isTrue();
        assertThat(actions.get(0).get("result").get("rain").asBoolean()).isTrue();
        assertThat(actions.get(0).get("actionInput").get("tool").asText()).isEqualTo("weather");
        assertThat(actions.get(1).get("success").asBoolean()).isFalse();
        assertThat(actions.get(1).get("error").asText()).isEqualTo("timed out");
        assertThat(actions.get(1).get("by").asText()).isEqualTo("worker-1");
        JsonNode context = thinker.context(id);
        assertThat(context.get("error").isNull())
                .as("a failed call is no failed task")
                .isTrue();
        assertThat(Json.list(context.get("plan").get("steps")))
                .allMatch(step -> step.get("completed").asBoolean());
        assertThat(context.get("actionsDone")).hasSize(2);
    }

    @OnBothDatabases
    void aFailedTaskKeepsItsContextAndTheError(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        thinker.event(id, "TASK_FAILED", "{\"error\":\"out of memory\"}").expect(200);
        assertThat(thinker.context(id).get("error").asText()).isEqualTo("out of memory");
        JsonNode kept = baton.admin()
                .get("/api/tasks/" + id + "/snapshots/1")
                .expect(200)
                .json();
        assertThat(kept.get("event").asText()).isEqualTo("TASK_FAILED");
        assertThat(kept.get("state").asText()).isEqualTo("failed");
        assertThat(kept.get("context").get("error").asText()).isEqualTo("out of memory");
        assertThat(kept.get("context").get("plan").get("steps")).hasSize(2);
    }

    @OnBothDatabases
    void aCompletedTaskIsArchivedWithEverythingSaidAndDone(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting("respond");
        thinker.event(id, "STEP_COMPLETED", """
                        {"result":{"answer":42},"messages":[{"role":"assistant","text":"42"}]}""").expect(200);
        JsonNode kept = baton.admin()
                .get("/api/tasks/" + id + "/snapshots/1")
                .expect(200)
                .json()
                .get("context");
        assertThat(kept.get("finalResult").get("answer").asInt()).isEqualTo(42);
        assertThat(kept.get("actionsDone")).hasSize(1);
        assertThat(kept.get("messages").get(0).get("text").asText()).isEqualTo("42");
        Problem.of(baton.admin().get("/api/tasks/" + id + "/snapshots/2"), 404);
        Problem.of(baton.admin().get("/api/tasks/" + id + "/snapshots/0"), 404);
    }
}
