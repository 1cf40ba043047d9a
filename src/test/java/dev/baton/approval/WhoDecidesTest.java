package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

/** Nobody judges their own work or request, and where decisions lead. */
@DatabaseIndependent
class WhoDecidesTest {

    @OnBothDatabases
    void theAuthorDoesNotSendBackTheirOwnDeliverable(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        Governed.move(baton, "human", id, "submit", Governed.WORK);
        assertThat(Problem.of(baton.as("human").move(id, "request-changes", Governed.FEEDBACK), 403)
                        .detail())
                .contains("human may not 'request-changes'");
        Governed.move(baton, "reviewer-1", id, "request-changes", Governed.FEEDBACK);
    }

    @OnBothDatabases
    void aPersonDoesNotApproveTheirOwnRedRequest(Baton baton) {
        for (String risk : List.of("RED", "YELLOW")) {
            String id = Governed.in(baton, "IN_PROGRESS");
            Governed.move(baton, "human", id, "request-approval", "{\"reason\":\"r\",\"risk\":\"%s\"}".formatted(risk));
            Answer answer = baton.as("human").move(id, "decide", Governed.decision("approved"));
            if (risk.equals("RED")) {
                assertThat(Problem.of(answer, 403).detail()).contains("somebody else has to approve it");
                Governed.move(baton, "admin", id, "decide", Governed.decision("approved"));
            } else {
                answer.expect(200);
            }
            assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        }
        String id = Governed.in(baton, "IN_PROGRESS");
        Governed.move(baton, "human", id, "request-approval", "{\"reason\":\"r\",\"risk\":\"RED\"}");
        Governed.move(baton, "human", id, "decide", Governed.decision("denied"));
    }

    @OnBothDatabases
    void goingToAssignedWithAssigneesIsNeverAClaim(Baton baton) {
        for (String ids : List.of("[\"worker-2\"]", "[]", "null")) {
            for (String user : List.of("worker-1", "lead")) {
                String id = Governed.in(baton, "INBOX");
                Answer answer = to(baton, user, id, "ASSIGNED", "{\"assigneeIds\":%s}".formatted(ids));
                boolean assigned = user.equals("lead") && ids.contains("worker-2");
                answer.expect(assigned ? 200 : user.equals("lead") ? 422 : 403);
                assertThat(baton.task(id).get("assignee").asText()).isEqualTo(assigned ? "worker-2" : "null");
            }
        }
        String id = Governed.in(baton, "INBOX");
        to(baton, "worker-1", id, "ASSIGNED", "{}").expect(200);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
    }

    @OnBothDatabases
    void anApprovalAskedForWhileBlockedDoesNotLeadBackIntoTheBlock(Baton baton) {
        String id = blockedAndAsked(baton);
        Governed.move(baton, "admin", id, "decide", Governed.decision("approved"));
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        for (String to : List.of("ASSIGNED", "REVIEW", "BLOCKED")) {
            String other = blockedAndAsked(baton);
            Governed.move(baton, "admin", other, "decide", Governed.decision("approved", to));
            assertThat(baton.state(other)).isEqualTo(to);
        }
        String withdrawn = blockedAndAsked(baton);
        Governed.move(baton, "human", withdrawn, "decide", Governed.decision("withdrawn"));
        assertThat(baton.state(withdrawn)).isEqualTo("BLOCKED");
    }

    @OnBothDatabases
    void leavingABlockByAnApprovalResetsTheFailures(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        for (int i = 0; i < 3; i++) {
            Governed.run(baton, "worker-1", id, "0", "failed").expect(201);
        }
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
        Governed.move(baton, "human", id, "request-approval", Governed.ASK);
        assertThat(Governed.data(baton, id).has("failedRuns")).isFalse();
        Governed.move(baton, "admin", id, "decide", Governed.decision("approved"));
        Governed.run(baton, "worker-1", id, "0", "failed").expect(201);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @OnBothDatabases
    void aPlainApprovalLeavesOneRecord(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        Governed.move(baton, "human", id, "approve", Governed.NOTE);
        List<JsonNode> approvals = Json.list(Governed.data(baton, id).get("approvals"));
        assertThat(approvals).hasSize(1);
        assertThat(approvals.get(0).get("outcome").asText()).isEqualTo("approved");
        assertThat(approvals.get(0).get("id"))
                .isEqualTo(Governed.data(baton, id).at("/completionRecord/approvalId"));
    }

    private static Answer to(Baton baton, String user, String id, String state, String payload) {
        return baton.as(user)
                .post("/api/tasks/" + id + "/transitions", "{\"to\":\"%s\",\"payload\":%s}".formatted(state, payload));
    }

    private static String blockedAndAsked(Baton baton) {
        String id = Governed.in(baton, "BLOCKED");
        Governed.move(baton, "human", id, "request-approval", Governed.ASK);
        return id;
    }
}
