package dev.baton.run;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
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
    }

    @OnBothDatabases
    void aQuestionThatIsNotCompleteIsRefusedWithTheFieldsThatAreMissing(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        assertThat(fields(baton, id, "{}")).containsExactly("action", "risk");
        assertThat(fields(baton, id, "{\"action\":\" \",\"risk\":\"GREEN\"}")).containsExactly("action");
        assertThat(fields(baton, id, "{\"action\":\"look\"}")).containsExactly("risk");
        assertThat(fields(baton, id, "{\"action\":\"look\",\"risk\":\"BLUE\"}")).containsExactly("risk");
        assertThat(fields(baton, id, "{\"approvalId\":\"a-1\",\"action\":\"look\"}"))
                .containsExactly("approvalId");
    }

    private static List<String> fields(Baton baton, String id, String question) {
        return Problem.of(baton.as("worker-1").post("/api/tasks/" + id + "/actions", question), 400)
                .about("field");
    }

    /** A lifecycle of one's own, without the words and the states of the shipped one. */
    private static Drawing working(String decision) {
        String[] guard = {"roles", "claimant, system", "actions", decision};
        return Drawing.good()
                .draw("open", node("receiveTask", "open", properties("state", "open")))
                .draw("asking", state("userTask", "asking", "asking"))
                .draw("open__ask", arrow("open__ask", "ask-first", "open_out", "asking", properties(guard)))
                .draw("asking__open", arrow("asking__open", "go-on", "asking", "open"));
    }

    private static String table(String risk) {
        return """
                <definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="x">
                  <decision id="mine" name="mine"><decisionTable id="t" hitPolicy="FIRST">
                    <input id="i"><inputExpression id="e" typeRef="string"><text>payload.risk</text></inputExpression></input>
                    <output id="o" name="needed" typeRef="boolean"/>
                    <rule id="r1"><inputEntry id="a"><text>"%s"</text></inputEntry><outputEntry id="b"><text>true</text></outputEntry></rule>
                    <rule id="r2"><inputEntry id="c"><text></text></inputEntry><outputEntry id="f"><text>false</text></outputEntry></rule>
                  </decisionTable></decision>
                </definitions>""".formatted(risk);
    }

    @OnBothDatabases
    void aDiagramBringsItsOwnTable(Baton baton) {
        Drawing drawing = working("mine");
        Deployment files =
                new Deployment().file(drawing.key() + ".bpmn", drawing.xml()).file("mine.dmn", table("GREEN"));
        files.send(baton.admin(), "PUT", "/api/lifecycles/" + drawing.key()).expect(200);
        String id = baton.create(drawing.key());
        assertAllowed(ask(baton, "admin", id, "drop the table", "RED"), true);
        JsonNode answer = ask(baton, "admin", id, "look", "GREEN").expect(200).json();
        assertThat(answer.get("allowed").asBoolean(true)).isFalse();
        assertThat(baton.state(id)).isEqualTo("asking");
        assertThat(baton.history(id).get(1).get("trigger").asText()).isEqualTo("ask-first");

        baton.admin()
                .put("/api/lifecycles/" + drawing.key(), drawing.xml().replace("ask-first", "ask"), "application/xml")
                .expect(200);
        String later = baton.create(drawing.key());
        assertThat(ask(baton, "admin", later, "look", "GREEN")
                        .expect(200)
                        .json()
                        .get("state")
                        .asText())
                .as("a diagram that comes alone keeps the table of the version before")
                .isEqualTo("asking");
    }

    @OnBothDatabases
    void aDiagramWithoutTheWordFollowsTheShippedTable(Baton baton) {
        Drawing drawing = working("mine")
                .draw(
                        "open__ask",
                        arrow(
                                "open__ask",
                                "request-approval",
                                "open_out",
                                "asking",
                                properties("roles", "claimant, system")));
        String id = baton.create(drawing);
        assertAllowed(ask(baton, "admin", id, "look", "YELLOW"), true);
        assertAllowed(ask(baton, "admin", id, "drop the table", "RED"), false);
        assertThat(baton.state(id)).isEqualTo("asking");
    }

    @OnBothDatabases
    void aTableThatIsNotThereOrSaysMoreIsRefused(Baton baton) {
        Drawing missing = working("no-such-table");
        assertThat(baton.admin()
                        .put("/api/lifecycles/" + missing.key(), missing.xml(), "application/xml")
                        .expect(422)
                        .body())
                .contains("there is no decision 'no-such-table'");
        Drawing several = working("reviewers-needed");
        assertThat(baton.admin()
                        .put("/api/lifecycles/" + several.key(), several.xml(), "application/xml")
                        .expect(422)
                        .body())
                .contains("'actions' needs one answer, true or false, and 'reviewers-needed' can have several");
    }

    private static Answer ask(Baton baton, String user, String id, String action, String risk) {
        return baton.as(user)
                .post("/api/tasks/" + id + "/actions", "{\"action\":\"%s\",\"risk\":\"%s\"}".formatted(action, risk));
    }

    private static void assertAllowed(Answer answer, boolean wanted) {
        assertThat(answer.expect(200).json().get("allowed").asBoolean(!wanted)).isEqualTo(wanted);
    }
}
