package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import java.util.List;

/** Tasks are suspended and resumed in the state in which they were. */
class SuspendingTest {

    @OnBothDatabases
    void aTaskGoesOnWhereItWasPutAside(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        for (String state : List.of("reasoning", "acting")) {
            String id = thinker.in(state);
            JsonNode before = thinker.context(id);
            thinker.event(id, "TASK_SUSPENDED", "{\"reason\":\"lunch\"}").expect(200);
            JsonNode aside = thinker.context(id);
            assertThat(aside.get("suspendedState").asText()).isEqualTo(state);
            assertThat(aside.get("suspendReason").asText()).isEqualTo("lunch");
            thinker.event(id, "TASK_RESUMED").expect(200);
            assertThat(thinker.state(id)).isEqualTo(state);
            JsonNode after = thinker.context(id);
            assertThat(after.get("suspendedState").isNull()).isTrue();
            assertThat(after.get("suspendReason").isNull()).isTrue();
            assertThat(after.get("plan")).isEqualTo(before.get("plan"));
        }
    }

    @OnBothDatabases
    void aMessageLeadsBackToReasoningWhereverTheTaskWas(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        thinker.event(id, "TASK_SUSPENDED").expect(200);
        thinker.event(id, "MESSAGE_RECEIVED", "{\"text\":\"never mind the tool\"}")
                .expect(200);
        assertThat(thinker.state(id)).isEqualTo("reasoning");
        assertThat(thinker.context(id).get("suspendedState").isNull()).isTrue();
        List<JsonNode> messages = thinker.records(id, "messages");
        assertThat(messages).hasSize(1);
        assertThat(messages.get(0).get("role").asText()).isEqualTo("user");
        assertThat(messages.get(0).get("text").asText()).isEqualTo("never mind the tool");
    }

    @OnBothDatabases
    void aQuestionPutsTheTaskAsideWithTheReasoningBehindIt(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("reasoning");
        thinker.event(id, "NEED_MORE_INFO", "{\"question\":\"which city?\",\"reasoning\":{\"unclear\":\"place\"}}")
                .expect(200);
        JsonNode context = thinker.context(id);
        assertThat(context.get("suspendReason").asText()).isEqualTo("which city?");
        assertThat(context.get("reasoning").get("unclear").asText()).isEqualTo("place");
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("question");
        thinker.event(id, "TASK_RESUMED").expect(200);
        assertThat(thinker.state(id)).isEqualTo("reasoning");
        assertThat(baton.task(id).get("flags")).isEmpty();
        thinker.event(id, "TASK_SUSPENDED").expect(200);
        assertThat(baton.task(id).get("flags")).isEmpty();
    }

    @OnBothDatabases
    void withoutARememberedStateATaskGoesBackToReasoning(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        thinker.event(id, "TASK_SUSPENDED").expect(200);
        baton.sql()
                .sql("UPDATE task SET data=REPLACE(data, '\"suspendedState\":\"acting\"', '\"suspendedState\":null')"
                        + " WHERE id=?")
                .param(id)
                .update();
        thinker.event(id, "TASK_RESUMED").expect(200);
        assertThat(thinker.state(id)).isEqualTo("reasoning");
    }

    @OnBothDatabases
    void aSnapshotIsTheContextOfThatMomentWhateverComesLater(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        thinker.event(id, "TOOL_CALL_COMPLETED", """
                        {"result":1,"messages":[{"role":"tool","text":"one"}]}""").expect(200);
        thinker.event(id, "TASK_SUSPENDED", "{\"reason\":\"lunch\"}").expect(200);
        JsonNode then = baton.admin()
                .get("/api/tasks/" + id + "/snapshots/1")
                .expect(200)
                .json();
        thinker.event(id, "MESSAGE_RECEIVED").expect(200);
        thinker.event(id, "REASON_DONE").expect(200);
        thinker.event(id, "STEP_COMPLETED").expect(200);
        JsonNode now = baton.admin()
                .get("/api/tasks/" + id + "/snapshots/1")
                .expect(200)
                .json();
        assertThat(now).isEqualTo(then);
        assertThat(then.get("state").asText()).isEqualTo("acting");
        assertThat(then.get("context").get("suspendReason").asText()).isEqualTo("lunch");
        assertThat(then.get("context").get("messages")).hasSize(1);
        assertThat(then.get("context").get("actionsDone")).hasSize(1);
        assertThat(then.get("context")
                        .get("plan")
                        .get("steps")
                        .get(0)
                        .get("completed")
                        .asBoolean())
                .isTrue();
    }

    @OnBothDatabases
    void puttingAsideNeedsAReason(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        for (String payload : List.of("{}", "{\"reason\":\"\"}", "{\"reason\":4}", "{\"reason\":null}")) {
            assertThat(Problem.of(thinker.event(id, "TASK_SUSPENDED", payload), 422)
                            .about("field"))
                    .containsExactly("reason");
        }
        assertThat(thinker.records(id, "snapshots")).isEmpty();
    }
}
