package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.EntryPoint;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Traces;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.camunda.bpm.engine.task.Task;

class SubmittingReviewsTest {

    private static final List<EntryPoint> ENTRY_POINTS = List.of(
            EntryPoint.API, EntryPoint.COMPLETE, EntryPoint.SUBMIT_FORM, EntryPoint.TASKLIST, EntryPoint.TASKLIST_FORM);

    @OnBothDatabases
    void everyReviewerFindsAUserTaskThatNamesTheTask(Baton baton) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"peer-review\",\"id\":\"%s\",\"title\":\"The login page\",\"data\":{\"criticality\":\"complex\"}}"
                                .formatted(id))
                .expect(201);
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", "{\"result\":{\"files\":2}}").expect(200);
        assertThat(Reviews.userTasks(baton, id))
                .singleElement()
                .satisfies(task -> assertThat(task.getName()).isEqualTo("The login page: choose reviewers"));
        Reviews.startReview(baton, id, "reviewer-1", "reviewer-2").expect(200);
        assertThat(Reviews.userTasks(baton, id)).hasSize(2).allSatisfy(task -> {
            assertThat(task.getName()).isEqualTo("The login page: review");
            assertThat(task.getDueDate()).isNotNull();
        });
        assertThat(Reviews.userTasks(baton, id))
                .extracting(Task::getAssignee)
                .containsExactlyInAnyOrder("reviewer-1", "reviewer-2");
        assertThat(Reviews.waitingFor(baton, id)).containsExactlyInAnyOrder("reviewer-1", "reviewer-2");
    }

    @OnBothDatabases
    void aReviewThatIsNotTheLastIsNoTransition(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        int steps = baton.history(id).size();
        JsonNode answer = Reviews.submit(baton, id, "reviewer-2").expect(200).json();
        assertThat(answer.get("from").asText()).isEqualTo("under_review");
        assertThat(answer.get("to").asText()).isEqualTo("under_review");
        assertThat(answer.get("trigger").asText()).isEqualTo("submit-review");
        assertThat(baton.history(id)).hasSize(steps);
        assertThat(Reviews.waitingFor(baton, id)).containsExactly("reviewer-1");
        assertThat(Reviews.reviews(baton, id)).singleElement().satisfies(review -> {
            assertThat(review.get("round").asInt()).isEqualTo(1);
            assertThat(review.get("reviewer").asText()).isEqualTo("reviewer-2");
            assertThat(review.get("verdict").asText()).isEqualTo("approved");
            assertThat(review.at("/findings/0/severity").asText()).isEqualTo("minor");
            assertThat(review.at("/findings/0/line").asInt()).isEqualTo(3);
            assertThat(review.has("at")).isTrue();
        });
        answer = Reviews.submit(baton, id, "reviewer-1").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("final_review");
        assertThat(baton.history(id)).hasSize(steps + 1);
        assertThat(baton.history(id).get(steps).get("actor").asText()).isEqualTo("reviewer-1");
        assertThat(baton.task(id).get("data").has("waitingFor")).isFalse();
        assertThat(Reviews.reviewers(baton, id)).containsExactly("reviewer-2", "reviewer-1");
    }

    @OnBothDatabases
    void aReviewerReviewsOnce(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        var before = Traces.of(baton, id);
        JsonNode answer = Reviews.submit(baton, id, "reviewer-1").expect(409).json();
        assertThat(answer.at("/errors/0/message").asText()).contains("has done this already");
        assertThat(Traces.of(baton, id)).isEqualTo(before);
        assertThat(Reviews.reviews(baton, id)).hasSize(1);
    }

    @OnBothDatabases
    void onlyThoseWhoWereAskedMayReviewAndTheOptionsSaySo(Baton baton) {
        String id = Reviews.underReview(baton, "standard", "reviewer-1");
        for (String user : List.of("reviewer-2", "security-1", "lead", "human", "admin", "worker-1", "intern")) {
            assertThat(permitted(baton, id, user)).as(user).isFalse();
            Reviews.submit(baton, id, user).expect(403);
        }
        assertThat(permitted(baton, id, "reviewer-1")).isTrue();
        assertThat(baton.state(id)).isEqualTo("under_review");
        assertThat(Reviews.reviews(baton, id)).isEmpty();
        Reviews.submit(baton, id, "reviewer-1").expect(200);
    }

    private static boolean permitted(Baton baton, String id, String user) {
        return Json.list(baton.as(user)
                        .get("/api/tasks/" + id + "/transitions")
                        .expect(200)
                        .json()
                        .get("transitions"))
                .get(0)
                .get("permitted")
                .asBoolean();
    }

    @OnBothDatabases
    void theLastReviewIsTheSameThroughEveryEntryPoint(Baton baton) {
        for (EntryPoint entryPoint : ENTRY_POINTS) {
            String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
            ok(entryPoint.move(baton, "reviewer-1", id, "submit-review", Reviews.review()), entryPoint);
            assertThat(baton.state(id)).isEqualTo("under_review");
            assertThat(Reviews.reviewers(baton, id)).containsExactly("reviewer-1");
            ok(entryPoint.move(baton, "reviewer-2", id, "submit-review", Reviews.review()), entryPoint);
            assertThat(baton.state(id)).isEqualTo("final_review");
            assertThat(Reviews.reviews(baton, id))
                    .hasSize(2)
                    .allSatisfy(review -> assertThat(
                                    review.at("/findings/0/message").asText())
                            .isEqualTo("a typo"));
            assertThat(Traces.of(baton, id).get("ACT_RU_VARIABLE"))
                    .as("%s", entryPoint)
                    .isEmpty();
        }
    }

    @OnBothDatabases
    void theTriggerNeedsNoNameInTasklistAsThereIsOnlyOne(Baton baton) {
        String id = Reviews.underReview(baton, "standard", "reviewer-1");
        ok(EntryPoint.TASKLIST.move(baton, "reviewer-1", id, null, Reviews.review()), EntryPoint.TASKLIST);
        assertThat(baton.state(id)).isEqualTo("final_review");
    }

    private static void ok(Answer answer, EntryPoint entryPoint) {
        assertThat(answer.status()).as("%s: %s", entryPoint, answer.body()).isBetween(200, 204);
    }

    @OnBothDatabases
    void everyEntryPointRefusesWhatIsNotAReviewOrNotTheirs(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        var before = Traces.of(baton, id);
        for (EntryPoint entryPoint : ENTRY_POINTS) {
            Answer empty = entryPoint.move(
                    baton, "reviewer-1", id, "submit-review", Reviews.review().removeAll());
            refused(empty, entryPoint, "Verdict required", "Findings required");
            Answer wrong = entryPoint.move(
                    baton, "reviewer-1", id, "submit-review", (com.fasterxml.jackson.databind.node.ObjectNode)
                            Json.read("{\"verdict\":\"\",\"findings\":[{\"message\":\"m\",\"line\":0}]}"));
            refused(wrong, entryPoint, "Verdict required", "findings[0]: ", "severity");
            Answer otherWords = entryPoint.move(
                    baton, "reviewer-1", id, "submit-review", (com.fasterxml.jackson.databind.node.ObjectNode)
                            Json.read(
                                    "{\"verdict\":\"fine\",\"findings\":[{\"severity\":\"bad\",\"message\":\"m\"}]}"));
            refused(
                    otherWords,
                    entryPoint,
                    "verdict: ",
                    "approved",
                    "changes-requested",
                    "rejected",
                    "findings[0].severity: ",
                    "minor",
                    "critical");
            refused(
                    entryPoint.move(baton, "reviewer-1", id, "finish", Reviews.review()),
                    entryPoint,
                    "'finish' is not possible from 'under_review'");
            assertThat(Traces.of(baton, id)).as("%s", entryPoint).isEqualTo(before);
        }
        String others = Reviews.userTaskOf(baton, id, "reviewer-2").getId();
        for (String user : List.of("reviewer-1", "lead", "admin", "worker-1")) {
            Answer answer = baton.as(user)
                    .post(
                            "/engine-rest/task/" + others + "/complete",
                            "{\"variables\":{\"verdict\":{\"value\":\"approved\"},\"findings\":{\"value\":\"[]\"}}}");
            refused(answer, EntryPoint.COMPLETE, user + " may not do this");
        }
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }

    private static void refused(Answer answer, EntryPoint entryPoint, String... reasons) {
        assertThat(answer.status()).as("%s: %s", entryPoint, answer.body()).isBetween(400, 499);
        assertThat(answer.body()).as("%s", entryPoint).contains(reasons);
    }

    @OnBothDatabases
    void nobodyCanMeddleWithTheEnginesCounting(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        var before = Traces.of(baton, id);
        String own = Reviews.userTaskOf(baton, id, "reviewer-1").getId();
        for (String counter :
                List.of("nrOfActiveInstances", "nrOfCompletedInstances", "nrOfInstances", "loopCounter")) {
            for (String way : List.of("complete", "submit-form")) {
                Answer answer = baton.as("reviewer-1")
                        .post(
                                "/engine-rest/task/" + own + "/" + way,
                                "{\"variables\":{\"verdict\":{\"value\":\"approved\"},\"findings\":{\"value\":\"[]\"},\"%s\":{\"value\":7,\"type\":\"Integer\"}}}"
                                        .formatted(counter));
                refused(answer, EntryPoint.COMPLETE, counter);
            }
            for (String variables :
                    List.of("processVariables", "processVariablesLocal", "processVariablesToTriggeredScope")) {
                for (boolean all : List.of(false, true)) {
                    Answer answer = baton.admin()
                            .post(
                                    "/engine-rest/message",
                                    "{\"messageName\":\"m\",\"businessKey\":\"%s\",\"all\":%s,\"%s\":{\"%s\":{\"value\":7}}}"
                                            .formatted(id, all, variables, counter));
                    refused(answer, EntryPoint.MESSAGE, counter);
                }
            }
        }
        for (String way : List.of("resolve", "delegate", "bpmnError", "bpmnEscalation")) {
            Answer answer = baton.admin()
                    .post(
                            "/engine-rest/task/" + own + "/" + way,
                            way.equals("resolve")
                                    ? "{\"variables\":{\"x\":{\"value\":1}}}"
                                    : way.equals("delegate")
                                            ? "{\"userId\":\"reviewer-2\"}"
                                            : "{\"errorCode\":\"e\",\"escalationCode\":\"e\"}");
            assertThat(answer.status()).as("%s: %s", way, answer.body()).isBetween(400, 499);
        }
        Traces.of(baton, id).get("ACT_RU_EXECUTION").forEach(execution -> {
            Answer answer = baton.admin().post("/engine-rest/execution/" + value(execution, "ID_") + "/signal", "{}");
            assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        });
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }

    private static Object value(java.util.Map<String, Object> row, String column) {
        return row.entrySet().stream()
                .filter(e -> e.getKey().equalsIgnoreCase(column))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    @OnBothDatabases
    void reviewsAtTheSameInstantAllCountAndTheLastMovesTheTask(Baton baton) {
        String[] reviewers = Reviews.many(baton, 8);
        for (int round = 0; round < 5; round++) {
            String id = Reviews.underReview(baton, "complex", reviewers);
            List<Callable<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < reviewers.length; i++) {
                EntryPoint entryPoint =
                        i % 2 == 0 ? EntryPoint.API : i % 4 == 1 ? EntryPoint.COMPLETE : EntryPoint.SUBMIT_FORM;
                String reviewer = reviewers[i];
                calls.add(() -> entryPoint.move(baton, reviewer, id, "submit-review", Reviews.review()));
            }
            assertThat(Crowd.of(calls))
                    .allSatisfy(answer ->
                            assertThat(answer.status()).as(answer.body()).isBetween(200, 204));
            assertThat(baton.state(id)).isEqualTo("final_review");
            assertThat(Reviews.reviewers(baton, id)).containsExactlyInAnyOrder(reviewers);
            assertThat(baton.history(id).stream()
                            .filter(s -> s.get("to").asText().equals("final_review")))
                    .hasSize(1);
        }
    }

    @OnBothDatabases
    void theSameReviewManyTimesAtOnceCountsOnce(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        List<Integer> answers =
                Crowd.of(8, i -> Reviews.submit(baton, id, "reviewer-1").status());
        assertThat(answers.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(answers.stream().filter(status -> status == 409)).hasSize(7);
        assertThat(Reviews.reviews(baton, id)).hasSize(1);
        assertThat(baton.state(id)).isEqualTo("under_review");
    }

    @OnBothDatabases
    void aDryRunLeavesNoReview(Baton baton) {
        String id = Reviews.underReview(baton, "standard", "reviewer-1");
        var before = Traces.of(baton, id);
        JsonNode answer = baton.as("reviewer-1")
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"submit-review\",\"payload\":%s}".formatted(Reviews.review()))
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("final_review");
        assertThat(Traces.of(baton, id)).isEqualTo(before);
        assertThat(Reviews.reviews(baton, id)).isEmpty();
    }

    @OnBothDatabases
    void anAbandonedTaskWaitsForNobody(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        baton.as("human")
                .delete("/api/tasks/" + id, "{\"reason\":\"not needed\"}")
                .expect(204);
        assertThat(baton.task(id).get("data").has("waitingFor")).isFalse();
        assertThat(Reviews.userTasks(baton, id)).isEmpty();
        Reviews.submit(baton, id, "reviewer-1").expect(409);
    }
}
