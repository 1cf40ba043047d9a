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
import dev.baton.testing.Tasklist;
import java.time.Duration;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.task.Task;

/** An overdue review is offered to all possible reviewers. */
class OverdueReviewsTest {

    @OnBothDatabases
    void aDayIsTimeEnough(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-2").expect(200);
        advanceClock(baton, id, Duration.ofHours(23));
        assertThat(Json.texts(baton.task(id).get("flags"))).isEmpty();
        assertThat(Reviews.userTaskOf(baton, id, "reviewer-1")).isNotNull();
        int steps = baton.history(id).size();
        advanceClock(baton, id, Duration.ofHours(25));
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("overdue");
        JsonNode share = baton.task(id).at("/data/waitingFor/0");
        assertThat(share.get("person").asText()).isEqualTo("reviewer-1");
        assertThat(share.get("offeredTo").asText()).isEqualTo("reviewer");
        assertThat(share.get("free").asBoolean()).isTrue();
        assertThat(candidates(baton, "reviewer"))
                .extracting(Task::getProcessInstanceId)
                .contains(Reviews.userTasks(baton, id).get(0).getProcessInstanceId());
        assertThat(baton.state(id)).isEqualTo("under_review");
        List<JsonNode> history = baton.history(id);
        assertThat(history).hasSize(steps + 1);
        assertThat(history.get(steps).get("kind").asText()).isEqualTo("within");
        assertThat(baton.admin().get("/actuator/prometheus").body())
                .contains("baton_reviews_overdue_total{lifecycle=\"peer-review\"}");
    }

    @OnBothDatabases
    void aTaskCanHaveItsOwnTime(Baton baton) {
        String id = baton.create("peer-review", "{\"reviewOverdue\":\"PT2H\"}");
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", "{\"result\":\"done\"}").expect(200);
        Reviews.startReview(baton, id, "reviewer-1").expect(200);
        advanceClock(baton, id, Duration.ofMinutes(119));
        assertThat(isOffered(baton, id)).isFalse();
        advanceClock(baton, id, Duration.ofMinutes(121));
        assertThat(isOffered(baton, id)).isTrue();
    }

    @OnBothDatabases
    void anyOfTheGroupCanClaimItInTasklistAndReview(Baton baton) {
        String id = overdue(baton, "standard", "reviewer-1");
        String userTask = Reviews.userTasks(baton, id).get(0).getId();
        Tasklist.of(baton, "reviewer-2")
                .post("/task/" + userTask + "/claim", "{\"userId\":\"reviewer-2\"}")
                .expect(204);
        assertThat(Reviews.waitingFor(baton, id)).containsExactly("reviewer-2");
        assertThat(Json.texts(baton.task(id).get("flags"))).isEmpty();
        Reviews.submit(baton, id, "reviewer-1").expect(403);
        Answer done = EntryPoint.TASKLIST.move(baton, "reviewer-2", id, "submit-review", Reviews.review());
        assertThat(done.status()).as(done.body()).isBetween(200, 204);
        assertThat(baton.state(id)).isEqualTo("final_review");
        assertThat(Reviews.reviewers(baton, id)).containsExactly("reviewer-2");
    }

    @OnBothDatabases
    void whoClaimedItCanGiveItBackToTheGroup(Baton baton) {
        String id = overdue(baton, "standard", "reviewer-1");
        String userTask = Reviews.userTasks(baton, id).get(0).getId();
        baton.as("reviewer-2")
                .post("/engine-rest/task/" + userTask + "/claim", "{\"userId\":\"reviewer-2\"}")
                .expect(204);
        baton.as("reviewer-1")
                .post("/engine-rest/task/" + userTask + "/unclaim", "{}")
                .expect(403);
        baton.as("reviewer-2")
                .post("/engine-rest/task/" + userTask + "/unclaim", "{}")
                .expect(204);
        assertThat(isOffered(baton, id)).isTrue();
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("overdue");
    }

    @OnBothDatabases
    void agentsTakeItOverTheApi(Baton baton) {
        String id = overdue(baton, "standard", "reviewer-1");
        assertThat(isPermitted(baton, id, "security-1")).isTrue();
        assertThat(isPermitted(baton, id, "worker-2")).isFalse();
        Reviews.submit(baton, id, "security-1").expect(200);
        assertThat(baton.state(id)).isEqualTo("final_review");
        assertThat(Json.texts(baton.task(id).at("/data/reviewers"))).containsExactly("security-1");
        String other = overdue(baton, "standard", "reviewer-1");
        Reviews.reassign(baton, "reviewer-2", other, "reviewer-1", "security-1").expect(403);
        Reviews.reassign(baton, "reviewer-2", other, "reviewer-1", "reviewer-2").expect(200);
        Reviews.submit(baton, other, "security-1").expect(403);
        Reviews.submit(baton, other, "reviewer-2").expect(200);
    }

    @OnBothDatabases
    void whoWasLateStillCan(Baton baton) {
        String id = overdue(baton, "standard", "reviewer-1");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        assertThat(baton.state(id)).isEqualTo("final_review");
    }

    @OnBothDatabases
    void itIsForThoseWhoFitAndHaveNoReviewYet(Baton baton) {
        String id = overdue(baton, "security-sensitive", "security-1", "security-2");
        assertThat(Reviews.userTasks(baton, id))
                .hasSize(2)
                .allSatisfy(task -> assertThat(task.getAssignee()).isNull());
        Reviews.submit(baton, id, "reviewer-1").expect(403);
        Reviews.submit(baton, id, "worker-1").expect(403);
        String userTask = Reviews.userTasks(baton, id).get(0).getId();
        for (String user : List.of("reviewer-1", "worker-1")) {
            Answer claim = baton.as(user)
                    .post("/engine-rest/task/" + userTask + "/claim", "{\"userId\":\"%s\"}".formatted(user));
            assertThat(claim.status()).as(claim.body()).isEqualTo(400);
        }
        Reviews.submit(baton, id, "security-1").expect(200);
        Reviews.submit(baton, id, "security-1").expect(409);
        Reviews.submit(baton, id, "admin").expect(200);
        assertThat(baton.state(id)).isEqualTo("final_review");
        assertThat(Reviews.reviewers(baton, id)).containsExactly("security-1", "admin");
    }

    @OnBothDatabases
    void manyWhoWantItAtOnceGetItOnce(Baton baton) {
        String[] others = Reviews.many(baton, 8);
        String id = overdue(baton, "standard", "reviewer-1");
        List<Integer> answers =
                Crowd.of(8, i -> Reviews.submit(baton, id, others[i]).status());
        assertThat(answers.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(baton.state(id)).isEqualTo("final_review");
        assertThat(Reviews.reviews(baton, id)).hasSize(1);
    }

    @OnBothDatabases
    void whoCameLaterHasTheirOwnTime(Baton baton) {
        String id = Reviews.underReview(baton, "standard", "reviewer-1");
        ClockUtil.offset(Duration.ofHours(20).toMillis());
        Reviews.reassign(baton, "lead", id, "reviewer-1", "reviewer-2").expect(200);
        advanceClock(baton, id, Duration.ofHours(25));
        assertThat(isOffered(baton, id)).isFalse();
        advanceClock(baton, id, Duration.ofHours(49));
        assertThat(isOffered(baton, id)).isTrue();
        assertThat(Reviews.waitingFor(baton, id)).containsExactly("reviewer-2");
    }

    private static String overdue(Baton baton, String criticality, String... reviewers) {
        ClockUtil.reset();
        String id = Reviews.underReview(baton, criticality, reviewers);
        advanceClock(baton, id, Duration.ofHours(25));
        assertThat(isOffered(baton, id)).isTrue();
        return id;
    }

    /** @param time the offset to the real time, not to the previous offset */
    private static void advanceClock(Baton baton, String id, Duration time) {
        ClockUtil.offset(time.toMillis());
        baton.fireTimers(id);
    }

    private static boolean isOffered(Baton baton, String id) {
        return baton.task(id).at("/data/waitingFor/0/free").asBoolean();
    }

    private static List<Task> candidates(Baton baton, String group) {
        return baton.engine()
                .getTaskService()
                .createTaskQuery()
                .taskCandidateGroup(group)
                .list();
    }

    private static boolean isPermitted(Baton baton, String id, String user) {
        return baton.as(user)
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json()
                .at("/transitions/0/permitted")
                .asBoolean();
    }
}
