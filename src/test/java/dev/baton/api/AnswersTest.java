package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

/** An answer has what the caller needs for the next step, and a refusal what is wrong. */
class AnswersTest {

    @OnBothDatabases
    void aMoveAnswersTheTaskAsItIsNow(Baton baton) {
        String id = baton.create("cognitive");
        JsonNode answer =
                baton.as("worker-1").move(id, "TASK_CREATED", "{}").expect(200).json();
        assertThat(answer.at("/task/state").asText()).isEqualTo("reasoning");
        answer = baton.as("worker-1").move(id, "REASON_DONE", """
                {"reasoning":{"thought":"so"},"plan":{"goal":"g","reasoning":"r","steps":[
                 {"description":"first","actionType":"respond"},{"description":"second","actionType":"respond"}]}}""").expect(200).json();
        assertThat(answer.at("/task/currentStep/description").asText()).isEqualTo("first");
        assertThat(answer.at("/task/iteration").asInt()).isEqualTo(1);
        assertThat(answer.at("/task/data").has("plan")).isFalse();
        answer = baton.as("worker-1")
                .post(
                        "/api/tasks/" + id + "/transitions?view=full",
                        "{\"trigger\":\"STEP_COMPLETED\",\"payload\":{\"result\":1}}")
                .expect(200)
                .json();
        assertThat(answer.at("/task/currentStep/description").asText()).isEqualTo("second");
        assertThat(answer.at("/task/data").has("plan")).isTrue();
    }

    @OnBothDatabases
    void aListOfRecordsThatATaskDoesNotHaveIsEmpty(Baton baton) {
        String id = baton.create("errand");
        JsonNode records = baton.as("intern")
                .get("/api/tasks/" + id + "/records/no-such-list")
                .expect(200)
                .json();
        assertThat(records.get("records")).isEmpty();
        assertThat(records.get("next").isNull()).isTrue();
        Problem.of(baton.as("intern").get("/api/tasks/no-such-task/records/reviews"), 404);
    }

    @OnBothDatabases
    void aViewThatDoesNotExistMovesNothing(Baton baton) {
        String id = baton.create("errand");
        Problem.of(baton.as("human").post("/api/tasks/" + id + "/transitions?view=all", "{\"trigger\":\"drop\"}"), 400);
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @OnBothDatabases
    void theTriggerIsTheOneThatWasSentAndReactionsStandApart(Baton baton) {
        String id = baton.create("pipeline");
        baton.as("worker-1")
                .move(id, "classified", "{\"intent\":\"feature\",\"confidence\":0.9}")
                .expect(200);
        baton.as("worker-1").move(id, "route", "{}").expect(200);
        JsonNode answer = baton.as("worker-1")
                .move(id, "phase-failed", "{\"error\":\"no\",\"costUsd\":0.1}")
                .expect(200)
                .json();
        assertThat(answer.get("trigger").asText()).isEqualTo("phase-failed");
        assertThat(answer.get("to").asText()).isEqualTo("executing");
        assertThat(answer.get("reactions"))
                .isNotEmpty()
                .allSatisfy(
                        reaction -> assertThat(reaction.get("from").asText()).isNotEqualTo("classifying"));
        assertThat(answer.at("/reactions/0/from").asText()).isEqualTo("retrying");
    }

    @OnBothDatabases
    void permittedIsTheTruthForTheCaller(Baton baton) {
        String id = baton.create("work-queue");
        JsonNode claimed =
                baton.as("worker-1").move(id, "claim", "{}").expect(200).json();
        assertThat(claimed.at("/task/assignee").asText()).isEqualTo("worker-1");
        assertThat(option(baton, "worker-1", id, "start").get("permitted").asBoolean())
                .isTrue();
        JsonNode others = option(baton, "worker-2", id, "start");
        assertThat(others.get("permitted").asBoolean()).isFalse();
        assertThat(others.at("/obstacles/0").asText()).contains("worker-1");

        String blocker = baton.create("work-queue");
        String blocked = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"peer-review\",\"id\":\"" + blocked + "\",\"blockedBy\":[\"" + blocker
                                + "\"]}")
                .expect(201);
        for (JsonNode option : options(baton, "worker-1", blocked)) {
            boolean works = baton.as("worker-1")
                            .post(
                                    "/api/tasks/" + blocked + "/transitions?dryRun=true",
                                    "{\"trigger\":" + option.get("trigger") + ",\"payload\":{\"reason\":\"r\"}}")
                            .status()
                    == 200;
            if (works) {
                assertThat(option.get("permitted").asBoolean())
                        .as(option.toString())
                        .isTrue();
            }
        }
    }

    @OnBothDatabases
    void theTableShowsWhatGuardsDemand(Baton baton) {
        JsonNode table =
                baton.admin().get("/api/lifecycles/work-queue").expect(200).json();
        JsonNode start = null;
        for (JsonNode transition : table.get("transitions")) {
            if (transition.get("trigger").asText().equals("start")) {
                start = transition;
            }
        }
        assertThat(start).isNotNull();
        assertThat(start.get("lease").asText()).isEqualTo("held");
        assertThat(start.has("force")).isTrue();
        assertThat(start.has("except")).isTrue();
        assertThat(start.has("needs")).isTrue();
        int version = table.get("version").asInt();
        assertThat(baton.admin()
                        .get("/api/lifecycles/work-queue?version=" + version)
                        .expect(200)
                        .json())
                .isEqualTo(table);
        Problem.of(baton.admin().get("/api/lifecycles/work-queue?version=" + (version + 1)), 404);
    }

    @OnBothDatabases
    void everyRefusalHasItsErrors(Baton baton) {
        String id = baton.create("errand");
        List.of(
                        Problem.of(baton.admin().get("/api/tasks/no-such"), 404),
                        Problem.of(baton.admin().get("/api/nothing-here"), 404),
                        Problem.of(baton.admin().post("/api/tasks", "{"), 400),
                        Problem.of(baton.admin().post("/api/tasks/" + id + "/transitions", "{}"), 400),
                        Problem.of(baton.admin().put("/api/tasks", "x", "text/plain"), 405),
                        Problem.of(baton.admin().send("POST", "/api/tasks", "x", "text/plain"), 415),
                        Problem.of(
                                baton.admin().post("/api/tasks", "{\"title\":\"" + "x".repeat(3_000_000) + "\"}"), 413))
                .forEach(problem -> {
                    assertThat(problem.json().get("success").asBoolean()).isFalse();
                    assertThat(problem.json().at("/errors/0/message").asText()).isNotBlank();
                });
        assertThat(Problem.of(baton.admin().post("/api/tasks/" + id + "/transitions", "{}"), 400)
                        .json()
                        .at("/errors/0/field")
                        .asText())
                .isEqualTo("trigger");
    }

    private static JsonNode option(Baton baton, String user, String id, String trigger) {
        for (JsonNode option : options(baton, user, id)) {
            if (option.get("trigger").asText().equals(trigger)) {
                return option;
            }
        }
        throw new AssertionError("no " + trigger);
    }

    private static JsonNode options(Baton baton, String user, String id) {
        return baton.as(user)
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json()
                .get("transitions");
    }
}
