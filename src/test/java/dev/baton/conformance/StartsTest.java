package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tasklist;
import dev.baton.testing.Traces;

/** A process that somebody starts through Camunda's API or Tasklist is a task like any other. */
class StartsTest {

    private static final String START = "/engine-rest/process-definition/key/errand/start";
    private static final String VARIABLES = """
            {"title":{"value":"Buy milk"},"priority":{"value":7},"maxAttempts":{"value":2},
             "data":{"value":"{\\"shop\\":{\\"city\\":\\"Ulm\\"}}"},"litres":{"value":3},"urgent":{"value":true}}""";

    @OnBothDatabases
    void aStartWithABusinessKeyAndVariablesMakesAProperTask(Baton baton) {
        String id = Baton.newId();
        baton.as("worker-1")
                .post(START, "{\"businessKey\":\"%s\",\"variables\":%s}".formatted(id, VARIABLES))
                .expect(200);
        isProper(baton, id, "worker-1");
    }

    @OnBothDatabases
    void aStartFromTasklistMakesAProperTask(Baton baton) {
        String id = Baton.newId();
        String definition = baton.engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKey("errand")
                .latestVersion()
                .singleResult()
                .getId();
        Tasklist.of(baton, "worker-1")
                .post(
                        "/process-definition/" + definition + "/submit-form",
                        "{\"businessKey\":\"%s\",\"variables\":%s}".formatted(id, VARIABLES))
                .expect(200);
        isProper(baton, id, "worker-1");
    }

    private static void isProper(Baton baton, String id, String starter) {
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("open");
        assertThat(task.get("title").asText()).isEqualTo("Buy milk");
        assertThat(task.get("priority").asInt()).isEqualTo(7);
        assertThat(task.get("maxAttempts").asInt()).isEqualTo(2);
        assertThat(task.get("data")).isEqualTo(Json.read("{\"shop\":{\"city\":\"Ulm\"},\"litres\":3,\"urgent\":true}"));
        JsonNode first = baton.history(id).get(0);
        assertThat(first.get("from").isNull()).isTrue();
        assertThat(first.get("trigger").asText()).isEqualTo("create");
        assertThat(first.get("actor").asText()).isEqualTo(starter);
        assertThat(Traces.of(baton, id).get("ACT_RU_VARIABLE")).isEmpty();
        baton.as("worker-1")
                .move(id, "take", Errands.payload("take", "working").toString())
                .expect(200);
        assertThat(baton.state(id)).isEqualTo("working");
    }

    @OnBothDatabases
    void itLeavesTheSameRowsAsTheApi(Baton baton) {
        String ours = Baton.newId();
        String theirs = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"title\":\"t\",\"data\":{\"a\":1}}".formatted(ours))
                .expect(201);
        baton.admin()
                .post(
                        START,
                        "{\"businessKey\":\"%s\",\"variables\":{\"title\":{\"value\":\"t\"},\"a\":{\"value\":1}}}"
                                .formatted(theirs))
                .expect(200);
        assertThat(Traces.comparable(baton, theirs)).isEqualTo(Traces.comparable(baton, ours));
    }

    @OnBothDatabases
    void aStartWithoutABusinessKeyGetsAnId(Baton baton) {
        JsonNode started = baton.as("worker-1").post(START, "{}").expect(200).json();
        String id = baton.sql()
                .sql("SELECT id FROM task WHERE process_instance_id=?")
                .param(started.get("id").asText())
                .query(String.class)
                .single();
        assertThat(baton.task(id).get("title").asText()).isEqualTo(id);
        assertThat(baton.engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .processInstanceBusinessKey(id)
                        .count())
                .isEqualTo(1);
    }

    @OnBothDatabases
    void aBadStartMakesNothing(Baton baton) {
        String taken = baton.create("errand");
        String free = Baton.newId();
        makesNothing(baton, taken, "{}", "already");
        makesNothing(baton, "no spaces please", "{}", "has to match");
        makesNothing(baton, free, "{\"priority\":{\"value\":\"high\"}}", "whole number");
        makesNothing(baton, free, "{\"data\":{\"value\":\"[1]\"}}", "JSON object");
        makesNothing(baton, free, "{\"data\":{\"value\":\"{\"}}", "not JSON");
        makesNothing(baton, free, "{\"title\":{\"value\":\"" + "x".repeat(501) + "\"}}", "longer than 500");
    }

    private static void makesNothing(Baton baton, String key, String variables, String reason) {
        long before = instances(baton);
        Answer answer =
                baton.admin().post(START, "{\"businessKey\":\"%s\",\"variables\":%s}".formatted(key, variables));
        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.body()).contains(reason);
        assertThat(instances(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void aStartSomewhereElseIsRefused(Baton baton) {
        for (String where : new String[] {
            "{\"type\":\"startBeforeActivity\",\"activityId\":\"checking\"}",
            "{\"type\":\"startBeforeActivity\",\"activityId\":\"done\"}",
            "{\"type\":\"startAfterActivity\",\"activityId\":\"working\"}",
            "{\"type\":\"startTransition\",\"transitionId\":\"open__take\"}"
        }) {
            String id = Baton.newId();
            Answer answer = baton.admin()
                    .post(
                            START,
                            "{\"businessKey\":\"%s\",\"startInstructions\":[%s],\"skipCustomListeners\":true}"
                                    .formatted(id, where));
            assertThat(answer.status()).as(where + answer.body()).isBetween(400, 499);
            baton.admin().get("/api/tasks/" + id).expect(404);
        }
    }

    private static long instances(Baton baton) {
        return baton.engine().getRuntimeService().createProcessInstanceQuery().count();
    }
}
