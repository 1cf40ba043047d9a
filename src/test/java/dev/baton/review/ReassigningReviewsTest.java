package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Tasklist;
import dev.baton.testing.Traces;
import java.util.List;

class ReassigningReviewsTest {

    @OnBothDatabases
    void aReviewGoesToSomebodyElse(Baton baton) {
        for (String who : List.of("lead", "human", "admin")) {
            String id = Reviews.underReview(baton, "complex", "reviewer-1", "security-1");
            Reviews.reassign(baton, who, id, "reviewer-1", "reviewer-2").expect(200);
            assertThat(Reviews.waitingFor(baton, id)).containsExactlyInAnyOrder("reviewer-2", "security-1");
            assertThat(Json.texts(baton.task(id).at("/data/reviewers")))
                    .containsExactlyInAnyOrder("reviewer-2", "security-1");
            assertThat(Reviews.userTaskOf(baton, id, "reviewer-2")).isNotNull();
            Reviews.submit(baton, id, "reviewer-1").expect(403);
            Reviews.submit(baton, id, "reviewer-2").expect(200);
            Reviews.submit(baton, id, "security-1").expect(200);
            assertThat(baton.state(id)).isEqualTo("final_review");
            assertThat(Reviews.reviewers(baton, id)).containsExactly("reviewer-2", "security-1");
            JsonNode handover = baton.task(id).at("/data/handovers/0");
            assertThat(handover.get("from").asText()).isEqualTo("reviewer-1");
            assertThat(handover.get("to").asText()).isEqualTo("reviewer-2");
            assertThat(handover.get("by").asText()).isEqualTo(who);
        }
    }

    @OnBothDatabases
    void onlySomeMayDoThat(Baton baton) {
        String id = Reviews.underReview(baton, "standard", "reviewer-1");
        var before = Traces.of(baton, id);
        for (String who : List.of("reviewer-1", "reviewer-2", "worker-1", "intern", "security-1")) {
            JsonNode answer = Reviews.reassign(baton, who, id, "reviewer-1", "reviewer-2")
                    .expect(403)
                    .json();
            assertThat(answer.get("detail").asText()).contains("lead, human, admin");
        }
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }

    @OnBothDatabases
    void theNewReviewerFitsAsTheOldOneDid(Baton baton) {
        String id = Reviews.underReview(baton, "security-sensitive", "security-1", "security-2");
        var before = Traces.of(baton, id);
        assertRefused(baton, id, "nobody", "there is no user 'nobody'");
        assertRefused(baton, id, "intern", "intern is no reviewer");
        assertRefused(baton, id, "reviewer-1", "reviewer-1 is not in security-reviewer");
        assertRefused(baton, id, "security-2", "security-2 is one of them already");
        assertThat(Traces.of(baton, id)).isEqualTo(before);
        Reviews.submit(baton, id, "security-2").expect(200);
        assertRefused(baton, id, "security-2", "security-2 is one of them already");
        Reviews.reassign(baton, "lead", id, "security-2", "admin").expect(409);
        Reviews.reassign(baton, "lead", id, "security-1", "admin").expect(200);
        Reviews.submit(baton, id, "admin").expect(200);
        assertThat(baton.state(id)).isEqualTo("final_review");
    }

    private static void assertRefused(Baton baton, String id, String to, String reason) {
        Answer answer = Reviews.reassign(baton, "lead", id, "security-1", to).expect(422);
        assertThat(answer.body()).contains(reason);
        String userTask = Reviews.userTaskOf(baton, id, "security-1").getId();
        Answer byEngine = assign(baton, "lead", userTask, to);
        assertThat(byEngine.status()).as(byEngine.body()).isEqualTo(400);
        assertThat(byEngine.body()).contains(reason);
    }

    @OnBothDatabases
    void theWorkerNeverGetsIt(Baton baton) {
        String id = baton.create("peer-review");
        baton.admin().move(id, "start", "{}").expect(200);
        baton.admin().move(id, "complete", "{\"result\":\"done\"}").expect(200);
        Reviews.startReview(baton, id, "reviewer-1").expect(200);
        assertThat(Reviews.reassign(baton, "lead", id, "reviewer-1", "admin")
                        .expect(422)
                        .body())
                .contains("admin did the work");
        assertThat(assign(
                                baton,
                                "admin",
                                Reviews.userTaskOf(baton, id, "reviewer-1").getId(),
                                "admin")
                        .status())
                .isEqualTo(400);
        assertThat(Reviews.waitingFor(baton, id)).containsExactly("reviewer-1");
    }

    @OnBothDatabases
    void tasklistAssignsByTheSameRules(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "security-1");
        String userTask = Reviews.userTaskOf(baton, id, "reviewer-1").getId();
        for (String who : List.of("reviewer-2", "worker-1")) {
            Answer claim = baton.as(who)
                    .post("/engine-rest/task/" + userTask + "/claim", "{\"userId\":\"%s\"}".formatted(who));
            assertThat(claim.status()).as(claim.body()).isBetween(400, 499);
            assertThat(assign(baton, who, userTask, who).status()).isEqualTo(403);
        }
        Answer unclaim = baton.as("reviewer-1").post("/engine-rest/task/" + userTask + "/unclaim", "{}");
        assertThat(unclaim.status()).as(unclaim.body()).isEqualTo(400);
        assertThat(unclaim.body()).contains("offered to no group");
        assertThat(Reviews.waitingFor(baton, id)).containsExactlyInAnyOrder("reviewer-1", "security-1");
        Tasklist.of(baton, "lead")
                .post("/task/" + userTask + "/assignee", "{\"userId\":\"reviewer-2\"}")
                .expect(204);
        assertThat(Reviews.waitingFor(baton, id)).containsExactlyInAnyOrder("reviewer-2", "security-1");
        Reviews.submit(baton, id, "reviewer-2").expect(200);
        assertThat(Reviews.reviewers(baton, id)).containsExactly("reviewer-2");
    }

    @OnBothDatabases
    void aReviewThatIsDoneOrNeverWasCanNotBeReassigned(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        Reviews.reassign(baton, "lead", id, "reviewer-1", "security-1").expect(409);
        Reviews.reassign(baton, "lead", id, "security-2", "security-1").expect(409);
        Reviews.reassign(baton, "lead", Reviews.finalReview(baton), "reviewer-1", "security-1")
                .expect(409);
        Reviews.reassign(baton, "lead", Baton.newId(), "reviewer-1", "security-1")
                .expect(404);
        Reviews.reassign(baton, "lead", id, "reviewer-2", "").expect(400);
        assertThat(Reviews.waitingFor(baton, id)).containsExactly("reviewer-2");
    }

    private static Answer assign(Baton baton, String who, String userTask, String to) {
        return baton.as(who).post("/engine-rest/task/" + userTask + "/assignee", "{\"userId\":\"%s\"}".formatted(to));
    }
}
