package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.EntryPoint;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Payloads;
import dev.baton.testing.Reviews;
import dev.baton.testing.Workers;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The peer-review lifecycle outside the reviews: work, blockers, fixes, the final report. */
class ReviewedWorkTest {

    private static final List<String> USERS = List.of(
            "worker-1", "worker-2", "specialist", "lead", "human", "intern", "reviewer-1", "security-1", "admin");

    private static final String ALL_ARTIFACTS = """
            {"reason":"r","result":"done","reviewers":["reviewer-1"],"verdict":"approved","findings":[],
             "finalReport":"all is well","fixes":"the typo"}""";

    /** The worker is worker-1, the reviewer is reviewer-1. */
    private static final Map<String, Set<String>> ALLOWED_USERS = Map.of(
            "start", Set.of("worker-1", "worker-2", "specialist", "lead", "human", "intern", "admin"),
            "complete", Set.of("worker-1", "human", "admin"),
            "block", Set.of("worker-1", "lead", "human", "admin"),
            "reset", Set.of("worker-1", "lead", "human", "admin"),
            "resume", Set.of("worker-1", "lead", "human", "admin"),
            "start-review", Set.of("lead", "human", "reviewer-1", "security-1", "admin"),
            "submit-review", Set.of("reviewer-1"),
            "finish", Set.of("lead", "human", "reviewer-1", "admin"),
            "request-fixes", Set.of("lead", "human", "reviewer-1", "admin"));

    @OnBothDatabases
    void everyArrowIsForItsRolesAndForNobodyElse(Baton baton) {
        ALLOWED_USERS.forEach((trigger, permitted) -> {
            String refusing = taskBefore(baton, trigger);
            for (String user : USERS) {
                if (permitted.contains(user)) {
                    String id = taskBefore(baton, trigger);
                    baton.as(user)
                            .move(id, trigger, artifacts(baton, id, trigger))
                            .expect(200);
                } else {
                    assertThat(baton.as(user)
                                    .move(refusing, trigger, artifacts(baton, refusing, trigger))
                                    .status())
                            .as("%s by %s", trigger, user)
                            .isEqualTo(403);
                }
            }
        });
    }

    private static String artifacts(Baton baton, String id, String trigger) {
        return Payloads.fitting(baton.admin(), id, "trigger", trigger, ALL_ARTIFACTS);
    }

    private static String taskBefore(Baton baton, String trigger) {
        return switch (trigger) {
            case "start" -> Reviews.create(baton, "standard");
            case "complete", "block" -> Reviews.inProgress(baton, "standard");
            case "reset", "resume" -> blocked(baton);
            case "start-review" -> Reviews.pending(baton, "standard");
            case "submit-review" -> Reviews.underReview(baton, "standard", "reviewer-1");
            default -> Reviews.finalReview(baton);
        };
    }

    private static String blocked(Baton baton) {
        String id = Reviews.inProgress(baton, "standard");
        baton.as("worker-1").move(id, "block", "{\"reason\":\"no key\"}").expect(200);
        return id;
    }

    @OnBothDatabases
    void aWholeLifeWithTwoRounds(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        baton.as("reviewer-2")
                .move(
                        id,
                        "submit-review",
                        "{\"verdict\":\"changes-requested\",\"findings\":[{\"severity\":\"major\",\"message\":\"no test\"},{\"severity\":\"minor\",\"message\":\"a name\"}]}")
                .expect(200);
        JsonNode answer = baton.as("reviewer-2")
                .move(id, "request-fixes", "{\"fixes\":[\"write the test\"]}")
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("in_progress");
        JsonNode data = baton.task(id).get("data");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        assertThat(Json.texts(data.get("fixes"))).containsExactly("write the test");
        assertThat(Json.list(data.get("findings")))
                .extracting(finding -> finding.get("reviewer").asText() + ": "
                        + finding.get("message").asText())
                .containsExactly("reviewer-1: a typo", "reviewer-2: no test", "reviewer-2: a name");

        baton.as("worker-1").move(id, "complete", "{\"result\":\"better\"}").expect(200);
        Reviews.startReview(baton, id, "reviewer-2", "security-1").expect(200);
        assertThat(baton.task(id).at("/data/round").asInt()).isEqualTo(2);
        Reviews.submit(baton, id, "reviewer-1").expect(403);
        Reviews.submit(baton, id, "reviewer-2").expect(200);
        Reviews.submit(baton, id, "security-1").expect(200);
        assertThat(Reviews.reviews(baton, id))
                .extracting(review -> review.get("round").asInt() + " "
                        + review.get("reviewer").asText())
                .containsExactly("1 reviewer-1", "1 reviewer-2", "2 reviewer-2", "2 security-1");
        baton.as("security-1")
                .move(id, "request-fixes", "{\"fixes\":\"one more\"}")
                .expect(200);
        assertThat(Json.list(baton.task(id).at("/data/findings")))
                .extracting(finding -> finding.get("reviewer").asText())
                .containsExactly("reviewer-2", "security-1");

        baton.as("worker-1")
                .move(id, "complete", "{\"result\":{\"best\":true}}")
                .expect(200);
        Reviews.startReview(baton, id, "reviewer-1", "reviewer-2").expect(200);
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        Reviews.submit(baton, id, "reviewer-2").expect(200);
        baton.as("lead")
                .move(id, "finish", "{\"finalReport\":{\"summary\":\"fine\"}}")
                .expect(200);
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("completed");
        assertThat(task.get("terminal").asBoolean()).isTrue();
        assertThat(task.at("/data/finalReport/summary").asText()).isEqualTo("fine");
        assertThat(baton.history(id).stream().map(s -> s.get("to").asText()))
                .containsExactly(
                        "not_started",
                        "in_progress",
                        "pending_review",
                        "under_review",
                        "final_review",
                        "in_progress",
                        "pending_review",
                        "under_review",
                        "final_review",
                        "in_progress",
                        "pending_review",
                        "under_review",
                        "final_review",
                        "completed");
    }

    @OnBothDatabases
    void whatAnArrowNeedsHasToCome(Baton baton) {
        Map<String, List<String>> needs = Map.of(
                "complete",
                        List.of("{}", "{\"result\":\"\"}", "{\"result\":{}}", "{\"result\":null}", "{\"result\":7}"),
                "block", List.of("{}", "{\"reason\":\"\"}", "{\"reason\":[]}"),
                "finish", List.of("{}", "{\"finalReport\":\"\"}", "{\"finalReport\":{}}", "{\"finalReport\":[]}"),
                "request-fixes", List.of("{}", "{\"fixes\":[]}", "{\"fixes\":\"\"}", "{\"fixes\":[\"\"]}"));
        needs.forEach((trigger, payloads) -> {
            String id = taskBefore(baton, trigger);
            int steps = baton.history(id).size();
            payloads.forEach(payload -> baton.admin().move(id, trigger, payload).expect(422));
            assertThat(baton.history(id)).hasSize(steps);
        });
    }

    @OnBothDatabases
    void aWorkerWhoIsStuckSaysWhyAndGoesOn(Baton baton) {
        String id = blocked(baton);
        assertThat(baton.task(id).at("/data/reason").asText()).isEqualTo("no key");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        assertThat(Reviews.userTasks(baton, id)).hasSize(1);
        baton.as("lead").move(id, "resume", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("in_progress");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        baton.as("worker-1").move(id, "block", "{\"reason\":\"again\"}").expect(200);
        baton.as("lead").move(id, "reset", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("not_started");
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
        baton.as("worker-2").move(id, "start", "{}").expect(200);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-2");
        baton.as("worker-1").move(id, "complete", "{\"result\":\"mine\"}").expect(403);
    }

    @OnBothDatabases
    void aTaskThatDependsOnUnfinishedOnesStartsBlocked(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-2");
        String id = Reviews.createBlockedBy(baton, blocker);
        assertThat(baton.state(id)).isEqualTo("not_started");
        JsonNode answer =
                baton.as("worker-1").move(id, "start", "{}").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("blocked");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        assertThat(baton.task(id).at("/data/reason").asText()).isNotEmpty();
        JsonNode problem =
                baton.as("worker-1").move(id, "resume", "{}").expect(422).json();
        assertThat(problem.at("/errors/0/field").asText()).isEqualTo("blockedBy");
        assertThat(problem.at("/errors/0/message").asText()).contains(blocker, "in_progress");
        assertThat(baton.state(id)).isEqualTo("blocked");
        Workers.move(baton, "worker-2", blocker, "succeed", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("blocked");
        baton.as("worker-1").move(id, "resume", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("in_progress");
    }

    @OnBothDatabases
    void blockersOfABlockedTaskCanBeEdited(Baton baton) {
        String first = Workers.create(baton, "[]");
        String second = Workers.create(baton, "[]");
        String id = Reviews.createBlockedBy(baton, first);
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        blockers(baton, id, "[\"%s\"]".formatted(second)).expect(200);
        assertThat(baton.as("worker-1").move(id, "resume", "{}").expect(422).body())
                .contains(second)
                .doesNotContain(first);
        blockers(baton, id, "[]").expect(200);
        assertThat(baton.state(id)).isEqualTo("blocked");
        baton.as("worker-1").move(id, "resume", "{}").expect(200);
    }

    private static Answer blockers(Baton baton, String id, String ids) {
        return baton.admin()
                .put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":%s}".formatted(ids), "application/json");
    }

    @OnBothDatabases
    void aFinishedReviewLetsOthersGoOn(Baton baton) {
        String id = Reviews.finalReview(baton);
        String waiting = Reviews.createBlockedBy(baton, id);
        baton.as("human").move(id, "finish", "{\"finalReport\":\"fine\"}").expect(200);
        JsonNode answer =
                baton.as("worker-2").move(waiting, "start", "{}").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("in_progress");
    }

    @OnBothDatabases
    void peopleDoTheSameInTasklist(Baton baton) {
        String id = blocked(baton);
        assertRefused(
                EntryPoint.TASKLIST.move(baton, "reviewer-1", id, "resume", Json.object("{}")),
                "reviewer-1 may not 'resume'");
        assertSuccessful(EntryPoint.TASKLIST.move(baton, "lead", id, "resume", Json.object("{}")));
        baton.as("worker-1").move(id, "complete", "{\"result\":\"done\"}").expect(200);
        assertRefused(
                EntryPoint.TASKLIST.move(
                        baton, "lead", id, "start-review", Json.object("{\"reviewers\":[\"worker-1\"]}")),
                "worker-1 did the work");
        assertRefused(
                EntryPoint.TASKLIST.move(baton, "worker-1", id, null, Json.object("{\"reviewers\":[\"reviewer-1\"]}")),
                "worker-1 may not 'start-review'");
        assertSuccessful(EntryPoint.TASKLIST.move(
                baton, "lead", id, "start-review", Json.object("{\"reviewers\":[\"reviewer-1\"]}")));
        assertSuccessful(EntryPoint.TASKLIST_FORM.move(baton, "reviewer-1", id, "submit-review", Reviews.review()));
        assertRefused(
                EntryPoint.TASKLIST.move(baton, "human", id, "finish", Json.object("{}")),
                "Final report required for completed");
        assertSuccessful(
                EntryPoint.TASKLIST.move(baton, "human", id, "finish", Json.object("{\"finalReport\":\"fine\"}")));
        assertThat(baton.state(id)).isEqualTo("completed");
        assertThat(baton.task(id).at("/data/finalReport").asText()).isEqualTo("fine");
    }

    private static void assertSuccessful(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
    }

    private static void assertRefused(Answer answer, String reason) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(reason);
    }
}
