package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.task.IdentityLink;

/** Approval requests: opening, decisions, withdrawal and expiry. */
class ApprovalsTest {

    @OnBothDatabases
    void aRequestSaysWhoAskedForWhatAndFromWhere(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        JsonNode request = Governed.data(baton, id).get("approval");
        assertThat(request.get("outcome").asText()).isEqualTo("open");
        assertThat(request.get("reason").asText()).isEqualTo("may I?");
        assertThat(request.get("risk").asText()).isEqualTo("YELLOW");
        assertThat(request.get("requestedBy").asText()).isEqualTo("worker-1");
        assertThat(request.get("from").asText()).isEqualTo("REVIEW");
        assertThat(request.get("level").asInt()).isZero();
        assertThat(Governed.outcomes(baton, id)).containsExactly("open");
    }

    @OnBothDatabases
    void anApprovedTaskGoesBackWhereItCameFrom(Baton baton) {
        for (String origin : List.of("IN_PROGRESS", "REVIEW")) {
            String id = Governed.in(baton, origin);
            Governed.move(baton, "human", id, "request-approval", Governed.ASK);
            Governed.move(baton, "admin", id, "decide", Governed.decision("approved"));
            assertThat(baton.state(id)).isEqualTo(origin);
            JsonNode lastApproval = lastApproval(baton, id);
            assertThat(lastApproval.get("outcome").asText()).isEqualTo("approved");
            assertThat(lastApproval.get("decidedBy").asText()).isEqualTo("admin");
            assertThat(lastApproval.get("decisionNote").asText()).isEqualTo("so be it");
            assertThat(lastApproval.get("decidedAt").asText()).isNotEmpty();
        }
    }

    @OnBothDatabases
    void aDeniedTaskIsBlockedUnlessTheDecisionSaysOtherwise(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        Governed.move(baton, "human", id, "decide", Governed.decision("denied"));
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
        assertThat(Governed.data(baton, id).get("block").get("reason").asText()).isEqualTo("so be it");
        assertThat(Governed.outcomes(baton, id)).containsExactly("open", "denied");
        String other = Governed.in(baton, "NEEDS_APPROVAL");
        Governed.move(baton, "human", other, "decide", Governed.decision("denied", "IN_PROGRESS"));
        assertThat(baton.state(other)).isEqualTo("IN_PROGRESS");
    }

    @OnBothDatabases
    void whoeverAskedCanWithdrawAndNoMore(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL", "worker-2");
        baton.as("worker-1").move(id, "decide", Governed.decision("approved")).expect(403);
        baton.as("worker-1").move(id, "decide", Governed.decision("denied")).expect(403);
        baton.as("worker-2").move(id, "decide", Governed.decision("withdrawn")).expect(403);
        baton.as("worker-1")
                .move(id, "decide", Governed.decision("withdrawn", "IN_PROGRESS"))
                .expect(422);
        Governed.move(baton, "worker-1", id, "decide", Governed.decision("withdrawn"));
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        assertThat(Governed.outcomes(baton, id)).containsExactly("open", "withdrawn");
    }

    @OnBothDatabases
    void whatTakesTheTaskAwayWithdrawsTheRequest(Baton baton) {
        for (String trigger : List.of("block", "cancel")) {
            String id = Governed.in(baton, "NEEDS_APPROVAL");
            Governed.move(baton, "human", id, trigger, Governed.REASON);
            assertThat(Governed.outcomes(baton, id)).as(trigger).containsExactly("open", "withdrawn");
        }
    }

    @OnBothDatabases
    void anExpiredRequestIsAskedAgainOneLevelUpAndLetsNothingPass(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        advanceClock(Duration.ofMinutes(59));
        baton.fireTimers(id);
        assertThat(Governed.outcomes(baton, id)).containsExactly("open");
        advanceClock(Duration.ofMinutes(2));
        baton.fireTimers(id);
        assertThat(Governed.outcomes(baton, id)).containsExactly("open", "expired", "open");
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("NEEDS_APPROVAL");
        assertThat(Json.texts(task.get("flags"))).containsExactly("approval-expired");
        JsonNode expired = task.get("data").get("approvals").get(1);
        assertThat(expired.get("decidedBy").asText()).isEqualTo("system");
        JsonNode request = task.get("data").get("approval");
        assertThat(request.get("level").asInt()).isEqualTo(1);
        assertThat(request.get("follows").asText()).isEqualTo(expired.get("id").asText());
        assertThat(request.get("id").asText()).isNotEqualTo(expired.get("id").asText());
        assertThat(request.get("requestedBy").asText()).isEqualTo("worker-1");
        assertThat(request.get("reason").asText()).isEqualTo("may I?");
        int steps = baton.history(id).size();
        advanceClock(Duration.ofMinutes(60));
        baton.fireTimers(id);
        assertThat(Governed.data(baton, id).get("approval").get("level").asInt())
                .isEqualTo(2);
        assertThat(baton.history(id)).hasSize(steps + 1);
        assertThat(candidateGroups(baton, id)).containsExactlyInAnyOrder("human", "admin");
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        assertThat(Json.texts(baton.task(id).get("flags"))).isEmpty();
        assertThat(Governed.outcomes(baton, id))
                .containsExactly("open", "expired", "open", "expired", "open", "approved");
    }

    @OnBothDatabases
    void aTaskCanHaveAnExpiryOfItsOwn(Baton baton) {
        String id = Governed.with(baton, "{\"approvalExpiry\":\"PT5M\"}", "NEEDS_APPROVAL");
        advanceClock(Duration.ofMinutes(6));
        baton.fireTimers(id);
        assertThat(Governed.outcomes(baton, id)).containsExactly("open", "expired", "open");
    }

    @OnBothDatabases
    void aDecisionDoesNotSkipWhatNeverExisted(Baton baton) {
        for (String to : List.of("REVIEW", "DONE")) {
            String id = Governed.in(baton, "IN_PROGRESS");
            Governed.move(baton, "worker-1", id, "request-approval", Governed.ASK);
            var answer = baton.as("human")
                    .move(id, "decide", Governed.decision("approved", to))
                    .expect(422);
            assertThat(Governed.fields(answer)).as(to).contains("deliverable");
            assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
            assertThat(Governed.outcomes(baton, id)).containsExactly("open");
        }
    }

    @OnBothDatabases
    void aDecisionToTheInboxTakesTheAssigneesAway(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        Governed.move(baton, "human", id, "decide", Governed.decision("approved", "INBOX"));
        assertThat(Governed.data(baton, id).has("assigneeIds")).isFalse();
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
    }

    @OnBothDatabases
    void aDecisionCanGiveTheWorkToOthers(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        Governed.move(
                baton,
                "human",
                id,
                "decide",
                "{\"decision\":\"approved\",\"decisionNote\":\"n\",\"to\":\"ASSIGNED\",\"assigneeIds\":[\"worker-2\"]}");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-2");
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(403);
        Governed.move(baton, "worker-2", id, "start", Governed.PLAN);
    }

    @OnBothDatabases
    void doneHasACompletionRecord(Baton baton) {
        String approved = Governed.in(baton, "DONE");
        assertCompleted(baton, approved, "human", "good work");
        String decided = Governed.in(baton, "NEEDS_APPROVAL");
        String request = Governed.data(baton, decided).get("approval").get("id").asText();
        Governed.move(baton, "human", decided, "decide", Governed.decision("approved", "DONE"));
        assertCompleted(baton, decided, "human", "so be it");
        assertThat(Governed.data(baton, decided)
                        .get("completionRecord")
                        .get("approvalId")
                        .asText())
                .isEqualTo(request);
    }

    private static void assertCompleted(Baton baton, String id, String by, String note) {
        JsonNode data = Governed.data(baton, id);
        JsonNode completion = data.get("completionRecord");
        assertThat(completion.get("approvedBy").asText()).isEqualTo(by);
        assertThat(completion.get("decisionNote").asText()).isEqualTo(note);
        assertThat(completion.get("approvedAt").asText()).isNotEmpty();
        JsonNode approval = lastApproval(baton, id);
        assertThat(approval.get("id")).isEqualTo(completion.get("approvalId"));
        assertThat(approval.get("outcome").asText()).isEqualTo("approved");
        assertThat(Json.list(data.get("comments"))).anySatisfy(comment -> {
            assertThat(comment.get("kind").asText()).isEqualTo("approved");
            assertThat(comment.get("text").asText()).isEqualTo(note);
        });
    }

    @OnBothDatabases
    void theSameKeyDecidesOnce(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        var human = baton.as("human").with("X-Idempotency-Key", "decide-" + id);
        JsonNode first = human.move(id, "decide", Governed.decision("approved"))
                .expect(200)
                .json();
        assertThat(human.move(id, "decide", Governed.decision("approved"))
                        .expect(200)
                        .json())
                .isEqualTo(first);
        human.move(id, "decide", Governed.decision("denied")).expect(409);
        assertThat(Governed.outcomes(baton, id)).containsExactly("open", "approved");
    }

    private static JsonNode lastApproval(Baton baton, String id) {
        List<JsonNode> all = Json.list(Governed.data(baton, id).get("approvals"));
        return all.get(all.size() - 1);
    }

    private static void advanceClock(Duration time) {
        ClockUtil.setCurrentTime(new Date(ClockUtil.getCurrentTime().getTime() + time.toMillis()));
    }

    private static List<String> candidateGroups(Baton baton, String id) {
        String userTask = baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        return baton.engine().getTaskService().getIdentityLinksForTask(userTask).stream()
                .map(IdentityLink::getGroupId)
                .toList();
    }
}
