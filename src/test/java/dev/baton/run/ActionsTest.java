package dev.baton.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import java.util.List;

/** Permission to perform risky actions: granted at once or after an approval. */
class ActionsTest {

    @OnBothDatabases
    void whatIsHarmlessIsAllowedAtOnce(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS", "intern");
        assertAllowed(ask(baton, "intern", id, "read the log", "GREEN"), true);
        assertAllowed(ask(baton, "worker-1", id, "restart the test server", "YELLOW"), true);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        assertThat(Governed.data(baton, id).get("actions")).hasSize(2);
    }

    @OnBothDatabases
    void whatIsRiskyWaitsForAnApproval(Baton baton) {
        for (String[] risky : new String[][] {{"worker-1", "RED"}, {"intern", "RED"}, {"intern", "YELLOW"}}) {
            String id = Governed.in(baton, "IN_PROGRESS", "intern");
            JsonNode answer = ask(baton, risky[0], id, "drop the table", risky[1])
                    .expect(200)
                    .json();
            assertThat(answer.get("allowed").asBoolean(true)).isFalse();
            assertThat(answer.get("state").asText()).isEqualTo("NEEDS_APPROVAL");
            JsonNode request = Governed.data(baton, id).get("approval");
            assertThat(request.get("id")).isEqualTo(answer.get("approvalId"));
            assertThat(request.get("cause").asText()).isEqualTo("action");
            assertThat(request.get("risk").asText()).isEqualTo(risky[1]);
            assertThat(request.get("requestedBy").asText()).isEqualTo(risky[0]);
            JsonNode last = baton.history(id).get(baton.history(id).size() - 1);
            assertThat(last.get("actor").asText()).isEqualTo("system");
        }
    }

    @OnBothDatabases
    void anApprovedActionMayBeDoneOnce(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        ask(baton, "worker-1", id, "drop the table", "RED").expect(200);
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertAllowed(ask(baton, "worker-1", id, "drop the table", "RED"), true);
        assertAllowed(ask(baton, "worker-1", id, "drop the table", "RED"), false);
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
    }

    @OnBothDatabases
    void aDeniedOrWithdrawnActionIsNotAllowed(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        ask(baton, "worker-1", id, "drop the table", "RED").expect(200);
        Governed.move(baton, "worker-1", id, "decide", Governed.decision("withdrawn"));
        assertAllowed(ask(baton, "worker-1", id, "drop the table", "RED"), false);
        Governed.move(baton, "human", id, "decide", Governed.decision("denied", "IN_PROGRESS"));
        assertAllowed(ask(baton, "worker-1", id, "drop the table", "RED"), false);
    }

    @OnBothDatabases
    void actionsBelongToWorkUnderWay(Baton baton) {
        for (String state : List.of("INBOX", "ASSIGNED", "REVIEW", "NEEDS_APPROVAL", "BLOCKED", "DONE")) {
            ask(baton, "human", Governed.in(baton, state), "look", "GREEN").expect(409);
        }
        String id = Governed.in(baton, "IN_PROGRESS");
        ask(baton, "worker-2", id, "look", "GREEN").expect(403);
        ask(baton, "worker-1", id, " ", "GREEN").expect(400);
        ask(baton, "worker-1", id, "look", "BLUE").expect(400);
    }

    private static Answer ask(Baton baton, String user, String id, String action, String risk) {
        return baton.as(user)
                .post("/api/tasks/" + id + "/actions", "{\"action\":\"%s\",\"risk\":\"%s\"}".formatted(action, risk));
    }

    private static void assertAllowed(Answer answer, boolean wanted) {
        assertThat(answer.expect(200).json().get("allowed").asBoolean(!wanted)).isEqualTo(wanted);
    }
}
