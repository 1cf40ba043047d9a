package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Crowd;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import java.util.List;

/** Messages of a task, sent with an event or on their own. */
class MessagesTest {

    @OnBothDatabases
    void aMessageIsAddedWithoutMovingTheTask(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        for (String state : List.of("idle", "reasoning", "acting", "suspended")) {
            String id = thinker.in(state);
            List<JsonNode> history = baton.history(id);
            JsonNode first = say(baton.as("worker-1"), id, "{\"role\":\"user\",\"text\":\"one\"}")
                    .expect(201)
                    .json();
            JsonNode second = say(baton.admin(), id, "{\"role\":\"tool\",\"text\":\"two\",\"callId\":\"c-1\"}")
                    .expect(201)
                    .json();
            assertThat(first.get("number").asInt()).isEqualTo(1);
            assertThat(second.get("number").asInt()).isEqualTo(2);
            assertThat(thinker.state(id)).isEqualTo(state);
            assertThat(baton.history(id)).isEqualTo(history);
            List<JsonNode> messages = thinker.records(id, "messages");
            assertThat(messages).extracting(m -> m.get("text").asText()).containsExactly("one", "two");
            assertThat(messages.get(0).get("by").asText()).isEqualTo("worker-1");
            assertThat(messages.get(1).get("callId").asText()).isEqualTo("c-1");
        }
    }

    @OnBothDatabases
    void whoSaidItAndWhenIsTheServersToSay(Baton baton) {
        String forged = "{\"role\":\"user\",\"text\":\"%s\",\"by\":\"human\",\"at\":\"1999-01-01T00:00:00Z\"}";
        String id = Baton.newId();
        baton.as("intern")
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"cognitive\",\"id\":\"%s\",\"data\":{\"messages\":[%s]}}"
                                .formatted(id, forged.formatted("one")))
                .expect(201);
        JsonNode said =
                say(baton.as("intern"), id, forged.formatted("two")).expect(201).json();
        assertThat(said.get("by").asText()).isEqualTo("intern");
        assertThat(said.get("at").asText()).doesNotStartWith("1999");
        Thinker thinker = new Thinker(baton.as("worker-1"));
        thinker.begin(id);
        thinker.event(
                        id,
                        "NEED_MORE_INFO",
                        "{\"question\":\"q\",\"messages\":[%s]}".formatted(forged.formatted("three")))
                .expect(200);
        baton.sql()
                .sql("UPDATE task_record SET document=? WHERE task_id=? AND name='messages' AND number=1")
                .params(forged.formatted("one"), id) // as it was kept before
                .update();

        List<JsonNode> messages = thinker.records(id, "messages");
        assertThat(messages).extracting(m -> m.get("by").asText()).containsExactly("intern", "intern", "worker-1");
        assertThat(messages).extracting(m -> m.get("at").asText()).noneMatch(at -> at.startsWith("1999"));
        assertThat(thinker.context(id).get("messages").toString()).doesNotContain("human", "1999");
        assertThat(baton.admin()
                        .get("/api/tasks/" + id + "/snapshots/1")
                        .expect(200)
                        .json()
                        .at("/context/messages")
                        .toString())
                .doesNotContain("human", "1999");
    }

    @OnBothDatabases
    void onlyThoseWhoWorkOnTheTaskSpeakAsSomethingElseThanAUser(Baton baton) {
        Thinker thinker = new Thinker(baton.as("worker-1"));
        String id = thinker.in("suspended");
        baton.as("human").move(id, "MESSAGE_RECEIVED", "{\"text\":\"Bergen\"}").expect(200);
        for (String user : List.of("intern", "specialist", "reviewer-1", "lead", "human", "worker-2")) {
            for (String role : List.of("assistant", "system", "tool")) {
                Problem refused = Problem.of(say(baton.as(user), id, message(role)), 403);
                assertThat(refused.detail()).contains(user + " may not speak as '" + role + "'");
            }
            say(baton.as(user), id, message("user")).expect(201);
        }
        for (String user : List.of("worker-1", "admin")) {
            for (String role : List.of("assistant", "system", "tool", "user")) {
                say(baton.as(user), id, message(role)).expect(201);
            }
        }
        assertThat(thinker.records(id, "messages"))
                .filteredOn(m -> !m.get("role").asText().equals("user"))
                .extracting(m -> m.get("by").asText())
                .containsOnly("worker-1", "admin")
                .hasSize(6);
    }

    @OnBothDatabases
    void aNewTaskBringsMessagesOfItsUserOnly(Baton baton) {
        String create = "{\"lifecycle\":\"cognitive\",\"data\":{\"messages\":[%s,%s]}}";
        for (String role : List.of("assistant", "system", "tool")) {
            Problem refused = Problem.of(
                    baton.as("intern").post("/api/tasks", create.formatted(message("user"), message(role))), 403);
            assertThat(refused.detail()).contains("intern may not speak as '" + role + "'");
            baton.admin()
                    .post("/api/tasks", create.formatted(message("user"), message(role)))
                    .expect(201);
        }
        baton.as("intern")
                .post("/api/tasks", create.formatted(message("user"), message("user")))
                .expect(201);
    }

    private static String message(String role) {
        return "{\"role\":\"%s\",\"text\":\"hello\"}".formatted(role);
    }

    @OnBothDatabases
    void eventsBringTheirMessagesAlong(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("reasoning");
        thinker.event(id, "REASON_DONE", """
                        {"plan":{"goal":"g","steps":[{"description":"d","actionType":"tool_call"},
                         {"description":"e","actionType":"tool_call"}]},"reasoning":"r",
                         "messages":[{"role":"assistant","text":"a"},{"role":"assistant","text":"b"}]}""").expect(200);
        thinker.event(id, "TOOL_CALL_COMPLETED", "{\"result\":1,\"messages\":[{\"role\":\"tool\",\"text\":\"c\"}]}")
                .expect(200);
        thinker.event(id, "TOOL_CALL_FAILED", "{\"error\":\"e\",\"messages\":[{\"role\":\"tool\",\"text\":\"d\"}]}")
                .expect(200);
        assertThat(thinker.records(id, "messages"))
                .extracting(m -> m.get("text").asText())
                .containsExactly("a", "b", "c", "d");
        assertThat(thinker.context(id).get("messages")).hasSize(4);
    }

    @OnBothDatabases
    void aWrongMessageIsRefusedWithEveryReason(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        for (String message : List.of(
                "{}",
                "{\"role\":\"user\"}",
                "{\"text\":\"hello\"}",
                "{\"role\":\"boss\",\"text\":\"hello\"}",
                "{\"role\":\"user\",\"text\":\"\"}",
                "{\"role\":\"user\",\"text\":7}")) {
            Problem.of(say(baton.admin(), id, message), 422);
        }
        assertThat(Problem.of(say(baton.admin(), id, "{\"role\":1}"), 422).about("message"))
                .hasSize(2);
        Problem.of(say(baton.admin(), id, "[]"), 400);
        Problem.of(say(baton.admin(), id, "null"), 400);
        Problem.of(baton.admin().post("/api/tasks/" + id + "/messages", "{"), 400);
        Problem.of(thinker.event(id, "TOOL_CALL_COMPLETED", "{\"result\":1,\"messages\":[{\"role\":\"user\"}]}"), 422);
        assertThat(thinker.records(id, "messages")).isEmpty();
        assertThat(thinker.records(id, "actionsDone")).isEmpty();
    }

    @OnBothDatabases
    void anEndedTaskAndALifecycleWithoutMessagesTakeNone(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String message = "{\"role\":\"user\",\"text\":\"too late\"}";
        for (String state : List.of("completed", "failed")) {
            Problem.of(say(baton.admin(), thinker.in(state), message), 409);
        }
        Problem.of(say(baton.admin(), baton.create("work-queue"), message), 422);
        Problem.of(say(baton.admin(), "no-such-task", message), 404);
        say(baton.anonymous(), thinker.in("idle"), message).expect(401);
    }

    @OnBothDatabases
    void aMessageWithAKeyIsSaidOnce(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        Caller caller = baton.admin().with("X-Idempotency-Key", Baton.newId());
        JsonNode first = say(caller, id, "{\"role\":\"user\",\"text\":\"once\"}")
                .expect(201)
                .json();
        JsonNode again = say(caller, id, "{\"role\":\"user\",\"text\":\"once\"}")
                .expect(201)
                .json();
        assertThat(again).isEqualTo(first);
        assertThat(thinker.records(id, "messages")).hasSize(1);
    }

    @OnBothDatabases
    void manyCanTalkAtOnceAndNobodyIsLost(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("acting");
        Crowd.of(8, i -> {
            for (int n = 0; n < 10; n++) {
                say(baton.admin(), id, "{\"role\":\"user\",\"text\":\"%d-%d\"}".formatted(i, n))
                        .expect(201);
            }
            return null;
        });
        assertThat(thinker.records(id, "messages"))
                .extracting(m -> m.get("text").asText())
                .doesNotHaveDuplicates()
                .hasSize(80);
    }

    private static Caller.Answer say(Caller caller, String id, String message) {
        return caller.post("/api/tasks/" + id + "/messages", message);
    }
}
