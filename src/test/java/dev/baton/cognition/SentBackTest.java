package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import java.util.List;

/** What the server answers can be sent to it again, and events keep what they may bring. */
@DatabaseIndependent
class SentBackTest {

    @OnBothDatabases
    void aPlanThatWasAnsweredCanBeSentBack(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting("tool_call", "respond");
        JsonNode fresh = thinker.context(id).get("plan");
        String other = thinker.in("reasoning");
        reason(thinker, other, fresh);
        assertThat(thinker.context(other).get("plan")).isEqualTo(fresh);
        assertThat(stored(baton, other)).doesNotContain("currentStep", "hasMoreSteps");

        thinker.event(id, "TOOL_CALL_COMPLETED").expect(200);
        thinker.event(id, "TASK_SUSPENDED").expect(200);
        JsonNode begun = thinker.context(id).get("plan");
        thinker.event(id, "MESSAGE_RECEIVED").expect(200);
        reason(thinker, id, begun);
        assertThat(thinker.context(id).get("plan")).isEqualTo(begun);
        assertThat(thinker.context(id).at("/plan/currentStep/index").asInt()).isEqualTo(1);
        thinker.event(id, "STEP_COMPLETED").expect(200);
        assertThat(thinker.state(id)).as("a step was a tool call").isEqualTo("reasoning");
        reason(thinker, id, thinker.context(id).get("plan"));
        assertThat(thinker.context(id).at("/plan/hasMoreSteps").asBoolean()).isFalse();
    }

    @OnBothDatabases
    void aStepThatNothingHasCompletedCanNotBeSentAsCompleted(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting("tool_call", "tool_call", "respond");
        thinker.event(id, "TOOL_CALL_COMPLETED").expect(200);
        thinker.event(id, "TASK_SUSPENDED").expect(200);
        thinker.event(id, "MESSAGE_RECEIVED").expect(200);
        ObjectNode plan = (ObjectNode) thinker.context(id).get("plan");
        plan.remove(List.of("currentStep", "hasMoreSteps"));
        ((ObjectNode) plan.at("/steps/1")).put("completed", true);
        Problem refused = Problem.of(send(thinker, id, plan), 422);
        assertThat(refused.detail()).contains("step 1 can't be completed yet");
        ((ObjectNode) plan.at("/steps/1")).put("completed", false);
        ((ObjectNode) plan.at("/steps/0")).put("description", "another step");
        assertThat(Problem.of(send(thinker, id, plan), 422).detail()).contains("step 0 can't be completed yet");
    }

    @OnBothDatabases
    void aToolMayReturnNull(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting("tool_call", "respond");
        assertThat(Problem.of(thinker.event(id, "TOOL_CALL_COMPLETED", "{}"), 422)
                        .about("field"))
                .containsExactly("result");
        thinker.event(id, "TOOL_CALL_COMPLETED", "{\"result\":null}").expect(200);
        JsonNode action = thinker.records(id, "actionsDone").get(0);
        assertThat(action.get("success").asBoolean()).isTrue();
        assertThat(action.has("result")).isTrue();
        assertThat(action.get("result").isNull()).isTrue();
    }

    @OnBothDatabases
    void messagesAreKeptWithEveryEventThatMayBringThem(Baton baton) {
        Thinker thinker = new Thinker(baton.as("worker-1"));
        String id = thinker.in("reasoning");
        String said = "\"messages\":[{\"role\":\"assistant\",\"text\":\"%s\"}]";
        thinker.event(id, "NEED_MORE_INFO", "{\"question\":\"q\",%s}".formatted(said.formatted("one")))
                .expect(200);
        thinker.event(id, "TASK_RESUMED").expect(200);
        thinker.event(
                        id,
                        "REASON_DONE",
                        "{\"plan\":%s,\"reasoning\":\"r\",%s}"
                                .formatted(
                                        Thinker.planOf(List.of("tool_call", "tool_call", "generate")),
                                        said.formatted("two")))
                .expect(200);
        thinker.event(id, "TOOL_CALL_COMPLETED", "{\"result\":1,%s}".formatted(said.formatted("three")))
                .expect(200);
        thinker.event(id, "TOOL_CALL_FAILED", "{\"error\":\"e\",%s}".formatted(said.formatted("four")))
                .expect(200);
        thinker.event(id, "TASK_SUSPENDED", "{\"reason\":\"r\",%s}".formatted(said.formatted("five")))
                .expect(200);
        thinker.event(id, "TASK_RESUMED").expect(200);
        thinker.event(id, "STEP_COMPLETED", "{\"result\":1,%s}".formatted(said.formatted("six")))
                .expect(200);
        thinker.event(id, "TASK_FAILED", "{\"error\":\"e\",%s}".formatted(said.formatted("seven")))
                .expect(200);
        assertThat(thinker.records(id, "messages"))
                .extracting(message -> message.get("text").asText())
                .containsExactly("one", "two", "three", "four", "five", "six", "seven");
    }

    @OnBothDatabases
    void theNextStepIsTheCurrentStepAndTheIteration(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting("tool_call", "respond");
        CurrentStep next = baton.bean(CurrentStep.class);
        var task = baton.bean(Tasks.class).get(id);
        assertThat(next.of(task).get("iteration").asInt()).isEqualTo(1);
        assertThat(next.of(task).get("currentStep").get("index").asInt()).isZero();
        var other = baton.bean(Tasks.class).get(baton.create("work-queue"));
        assertThat(next.of(other)).isEmpty();
    }

    private static void reason(Thinker thinker, String id, JsonNode plan) {
        send(thinker, id, plan).expect(200);
    }

    private static Answer send(Thinker thinker, String id, JsonNode plan) {
        return thinker.event(id, "REASON_DONE", "{\"plan\":%s,\"reasoning\":{\"a\":1}}".formatted(plan));
    }

    private static String stored(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT data FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
    }
}
