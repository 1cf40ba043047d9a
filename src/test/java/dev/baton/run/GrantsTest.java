package dev.baton.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Date;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** An approved action: for whom, for what, and how an agent learns of it. */
class GrantsTest {

    private static final String DROP = "drop the table";

    @OnBothDatabases
    void aGrantIsForItsActionUpToItsRisk(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS", "intern");
        approve(baton, id, "intern", "YELLOW");
        assertThat(ask(baton, "intern", id, DROP, "RED").get("allowed").asBoolean())
                .isFalse();
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertThat(ask(baton, "intern", id, "restart", "YELLOW").get("allowed").asBoolean())
                .isFalse();
        Governed.move(baton, "human", id, "decide", Governed.decision("denied", "IN_PROGRESS"));
        assertThat(ask(baton, "intern", id, DROP, "YELLOW").get("allowed").asBoolean())
                .isTrue();
        assertThat(ask(baton, "intern", id, DROP, "RED").get("allowed").asBoolean())
                .isTrue();
    }

    @OnBothDatabases
    void whatNeedsNoApprovalUsesNoneUp(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        approve(baton, id, "worker-1", "RED");
        assertThat(ask(baton, "worker-1", id, DROP, "GREEN").get("allowed").asBoolean())
                .isTrue();
        assertThat(ask(baton, "worker-1", id, DROP, "YELLOW").get("allowed").asBoolean())
                .isTrue();
        assertThat(ask(baton, "worker-1", id, DROP, "RED").get("allowed").asBoolean())
                .isTrue();
        assertThat(ask(baton, "worker-1", id, DROP, "RED").get("allowed").asBoolean())
                .isFalse();
    }

    @OnBothDatabases
    void aGrantEndsWithTheAssignment(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        String approval = approve(baton, id, "worker-1", "RED");
        Governed.move(baton, "human", id, "block", Governed.REASON);
        Governed.move(baton, "human", id, "unblock", "{\"assigneeIds\":[\"worker-2\"]}");
        assertThat(is(baton, "worker-2", id, approval).get("outcome").asText()).isEqualTo("ended");
        assertThat(ask(baton, "worker-2", id, DROP, "RED").get("allowed").asBoolean())
                .isFalse();

        String back = Governed.in(baton, "IN_PROGRESS");
        approve(baton, back, "worker-1", "RED");
        Governed.move(baton, "worker-1", back, "request-approval", Governed.ASK);
        Governed.move(baton, "human", back, "decide", Governed.decision("approved", "INBOX"));
        Governed.move(baton, "human", back, "assign", "{\"assigneeIds\":[\"worker-1\"]}");
        Governed.move(baton, "worker-1", back, "start", Governed.PLAN);
        assertThat(ask(baton, "worker-1", back, DROP, "RED").get("allowed").asBoolean())
                .isFalse();
    }

    @OnBothDatabases
    void aDecisionThatAssignsAnewGrantsNothing(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        ask(baton, "worker-1", id, DROP, "RED");
        Governed.move(
                baton,
                "human",
                id,
                "decide",
                "{\"decision\":\"approved\",\"decisionNote\":\"n\",\"assigneeIds\":[\"worker-2\"]}");
        assertThat(ask(baton, "worker-2", id, DROP, "RED").get("allowed").asBoolean())
                .isFalse();
    }

    @OnBothDatabases
    void theAgentAsksAgainByTheIdOfTheRequest(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        String approval =
                ask(baton, "worker-1", id, DROP, "RED").get("approvalId").asText();
        JsonNode open = is(baton, "worker-1", id, approval);
        assertThat(open.get("allowed").asBoolean()).isFalse();
        assertThat(open.get("outcome").asText()).isEqualTo("open");
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        JsonNode allowed = is(baton, "worker-1", id, approval);
        assertThat(allowed.get("allowed").asBoolean()).isTrue();
        assertThat(allowed.get("outcome").asText()).isEqualTo("approved");
        JsonNode used = is(baton, "worker-1", id, approval);
        assertThat(used.get("allowed").asBoolean()).isFalse();
        assertThat(used.get("outcome").asText()).isEqualTo("used");
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        assertThat(Governed.data(baton, id).get("actions")).hasSize(2);
    }

    @OnBothDatabases
    void aDeniedRequestSaysSoAndAnUnknownOneIsRefused(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        String approval =
                ask(baton, "worker-1", id, DROP, "RED").get("approvalId").asText();
        Governed.move(baton, "human", id, "decide", Governed.decision("denied", "IN_PROGRESS"));
        assertThat(is(baton, "worker-1", id, approval).get("outcome").asText()).isEqualTo("denied");
        post(baton, "worker-1", id, "{\"approvalId\":\"nothing\"}").expect(422);
        post(baton, "worker-2", id, "{\"approvalId\":\"%s\"}".formatted(approval))
                .expect(403);
        post(baton, "worker-1", id, "{\"approvalId\":\"%s\",\"action\":\"a\",\"risk\":\"RED\"}".formatted(approval))
                .expect(400);
        post(baton, "worker-1", id, "{\"risk\":\"RED\"}").expect(400);
    }

    @OnBothDatabases
    void theFirstIdHoldsAfterARequestExpiredAndWasOpenedAgain(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        String approval =
                ask(baton, "worker-1", id, DROP, "RED").get("approvalId").asText();
        for (int hour = 1; hour <= 2; hour++) {
            long later = Duration.ofMinutes(61L * hour).toMillis();
            ClockUtil.setCurrentTime(new Date(System.currentTimeMillis() + later));
            baton.fireTimers(id);
        }
        ClockUtil.reset();
        assertThat(is(baton, "worker-1", id, approval).get("outcome").asText()).isEqualTo("open");
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertThat(is(baton, "worker-1", id, approval).get("allowed").asBoolean())
                .isTrue();
    }

    private static String approve(Baton baton, String id, String user, String risk) {
        String approval = ask(baton, user, id, DROP, risk).get("approvalId").asText();
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        return approval;
    }

    private static JsonNode ask(Baton baton, String user, String id, String action, String risk) {
        return post(baton, user, id, "{\"action\":\"%s\",\"risk\":\"%s\"}".formatted(action, risk))
                .expect(200)
                .json();
    }

    private static JsonNode is(Baton baton, String user, String id, String approval) {
        return post(baton, user, id, "{\"approvalId\":\"%s\"}".formatted(approval))
                .expect(200)
                .json();
    }

    private static dev.baton.testing.Caller.Answer post(Baton baton, String user, String id, String body) {
        return baton.as(user).post("/api/tasks/" + id + "/actions", body);
    }
}
