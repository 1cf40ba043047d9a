package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;

/** Returns from review, and the block after too many of them. */
class ReviewCyclesTest {

    @OnBothDatabases
    void aReturnIsCountedAndItsFeedbackKept(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        JsonNode answer = Governed.move(baton, "reviewer-1", id, "request-changes", Governed.FEEDBACK);
        assertThat(answer.get("to").asText()).isEqualTo("IN_PROGRESS");
        JsonNode data = Governed.data(baton, id);
        assertThat(data.get("reviewCycles").asInt()).isEqualTo(1);
        JsonNode comment = data.get("comments").get(data.get("comments").size() - 1);
        assertThat(comment.get("kind").asText()).isEqualTo("changes-requested");
        assertThat(comment.get("by").asText()).isEqualTo("reviewer-1");
        assertThat(comment.get("text").asText()).isEqualTo("name things better");
    }

    @OnBothDatabases
    void theThirdReturnBlocksWithAllTheFeedback(Baton baton) {
        String id = inLoop(baton);
        JsonNode data = Governed.data(baton, id);
        assertThat(data.get("reviewCycles").asInt()).isEqualTo(3);
        assertThat(data.get("block").get("cause").asText()).isEqualTo("loop");
        JsonNode summary = data.get("loopSummary");
        assertThat(summary.get("cycles").asInt()).isEqualTo(3);
        assertThat(Json.list(summary.get("feedback")))
                .extracting(entry -> entry.get("feedback").asText())
                .containsExactly("round 1", "round 2", "round 3");
        JsonNode last = baton.history(id).get(baton.history(id).size() - 1);
        assertThat(last.get("from").asText()).isEqualTo("REVIEW");
        assertThat(last.get("to").asText()).isEqualTo("BLOCKED");
        assertThat(last.get("trigger").asText()).isEqualTo("request-changes");
    }

    @OnBothDatabases
    void whoeverWantsTheThirdReturnToGoBackIsToldWhereItWouldLead(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        for (int round = 1; round <= 2; round++) {
            requestChanges(baton, id, round);
            Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
        }
        baton.as("human")
                .post(
                        "/api/tasks/" + id + "/transitions",
                        "{\"to\":\"IN_PROGRESS\",\"payload\":%s}".formatted(Governed.FEEDBACK))
                .expect(409);
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        assertThat(Governed.data(baton, id).get("reviewCycles").asInt()).isEqualTo(2);
    }

    @OnBothDatabases
    void aLoopNeedsAClarificationAndThenTheCountStartsOver(Baton baton) {
        String id = inLoop(baton);
        var answer = baton.as("human").move(id, "unblock", "{}").expect(422);
        assertThat(Governed.fields(answer)).containsExactly("clarification");
        baton.as("worker-1").move(id, "unblock", "{\"clarification\":\"c\"}").expect(403);
        Governed.move(baton, "human", id, "unblock", "{\"clarification\":\"this is what we want\"}");
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        JsonNode data = Governed.data(baton, id);
        assertThat(data.get("reviewCycles").asInt()).isZero();
        assertThat(data.has("loopSummary")).isFalse();
        assertThat(data.get("clarification").asText()).isEqualTo("this is what we want");
        Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
        requestChanges(baton, id, 1);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @OnBothDatabases
    void anApprovalIsNoWayAroundTheClarification(Baton baton) {
        String id = inLoop(baton);
        Governed.move(baton, "human", id, "request-approval", Governed.ASK);
        Governed.move(baton, "human", id, "decide", Governed.decision("approved", "BLOCKED"));
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
        baton.as("human").move(id, "unblock", "{}").expect(422);
        Governed.move(baton, "human", id, "request-approval", Governed.ASK);
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        JsonNode data = Governed.data(baton, id);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        assertThat(data.get("reviewCycles").asInt()).isZero();
        assertThat(data.get("clarification").asText()).isEqualTo("so be it");
    }

    @OnBothDatabases
    void anUnblockedTaskGoesWhereThePersonSays(Baton baton) {
        for (String to : new String[] {"ASSIGNED", "IN_PROGRESS", "NEEDS_APPROVAL"}) {
            String id = Governed.in(baton, "BLOCKED");
            Governed.move(baton, "human", id, "unblock", "{\"to\":\"%s\"}".formatted(to));
            assertThat(baton.state(id)).isEqualTo(to);
        }
        String asked = Governed.in(baton, "BLOCKED");
        Governed.move(
                baton, "human", asked, "unblock", "{\"to\":\"NEEDS_APPROVAL\",\"clarification\":\"is it safe?\"}");
        assertThat(Governed.data(baton, asked).get("approval").get("reason").asText())
                .isEqualTo("is it safe?");
    }

    private static String inLoop(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        for (int round = 1; round <= 3; round++) {
            requestChanges(baton, id, round);
            if (round < 3) {
                Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
            }
        }
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
        return id;
    }

    private static void requestChanges(Baton baton, String id, int round) {
        Governed.move(baton, "reviewer-1", id, "request-changes", "{\"feedback\":\"round %d\"}".formatted(round));
    }
}
