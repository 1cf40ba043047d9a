package dev.baton.move;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.guarded;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;

/** Guards beyond a single role and artifact: combined roles, exceptions, policies, kept artifacts, triggers after the end. */
@DatabaseIndependent
class DiagramGuardsTest {

    @OnBothDatabases
    void aRoleCanCombineTwoConditions(Baton baton) {
        String id = task(
                baton, guarded("roles", "task.helpers+specialist, human"), "{\"helpers\":[\"worker-1\",\"intern\"]}");
        baton.as("worker-2").move(id, "finish", "{}").expect(403);
        baton.as("intern").move(id, "finish", "{}").expect(403);
        assertThat(isPermitted(baton, "worker-1", id)).isTrue();
        assertThat(isPermitted(baton, "intern", id)).isFalse();
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void aPolicyThatIsOffGivesNobodyTheRole(Baton baton) {
        String id = task(baton, guarded("roles", "lead?leadMayFinish, human"), "{}");
        baton.as("lead").move(id, "finish", "{}").expect(403);
        baton.as("human").move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void anExceptionWinsOverEveryRole(Baton baton) {
        String id = task(
                baton,
                guarded("roles", "human, lead", "except", "task.work.author"),
                "{\"work\":{\"author\":\"human\"}}");
        assertThat(isPermitted(baton, "human", id)).isFalse();
        JsonNode answer = baton.as("human").move(id, "finish", "{}").expect(403).json();
        assertThat(answer.at("/errors/0/message").asText()).contains("but not for those in 'work.author'");
        baton.as("lead").move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void whatAnArrowDoesNotKeepIsInTheHistoryOnly(Baton baton) {
        String id = task(baton, guarded("requires", "reason, note?", "keeps", "note"), "{}");
        baton.admin()
                .move(id, "finish", "{\"reason\":\"because\",\"note\":\"n\"}")
                .expect(200);
        JsonNode data = baton.admin().get("/api/tasks/" + id).json().get("data");
        assertThat(data.has("reason")).isFalse();
        assertThat(data.get("note").asText()).isEqualTo("n");
        assertThat(baton.history(id).get(1).at("/payload/reason").asText()).isEqualTo("because");
    }

    @OnBothDatabases
    void workThatGoesOnWithinAStateIsNoTransition(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("more", node("exclusiveGateway", "more"))
                .draw("open__again", arrow("open__again", "again", "open_out", "more", properties("within", "true")))
                .draw("more__open", arrow("more__open", "yes", "more", "open", when("${payload.more}")))
                .draw("more__done", arrow("more__done", "no", "more", "done", when("${not payload.more}")));
        String id = task(baton, drawing, "{}");
        JsonNode answer =
                baton.admin().move(id, "again", "{\"more\":true}").expect(200).json();
        assertThat(answer.get("from").asText()).isEqualTo("open");
        assertThat(answer.get("to").asText()).isEqualTo("open");
        baton.admin().move(id, "again", "{\"more\":true}").expect(200);
        baton.admin().move(id, "again", "{\"more\":false}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.history(id))
                .extracting(entry -> entry.get("kind").asText())
                .containsExactly("actor", "within", "within", "actor");
        JsonNode table =
                baton.admin().get("/api/lifecycles/" + drawing.key()).json().get("transitions");
        assertThat(table).noneMatch(t -> t.get("from").equals(t.get("to")));
    }

    @OnBothDatabases
    void anEndedTaskAcceptsTheTriggerThatItsDiagramAllows(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "done",
                        node(
                                "endEvent",
                                "done",
                                properties(
                                        "state",
                                        "done",
                                        "afterwards",
                                        "remember",
                                        "requires",
                                        "note",
                                        "roles",
                                        "human")));
        String id = task(baton, drawing, "{}");
        baton.as("human").move(id, "remember", "{\"note\":\"n\"}").expect(409);
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.as("worker-1").move(id, "remember", "{\"note\":\"n\"}").expect(403);
        baton.as("human").move(id, "remember", "{}").expect(422);
        baton.as("human").move(id, "again", "{}").expect(409);
        JsonNode options = baton.as("human")
                .get("/api/tasks/" + id + "/transitions")
                .json()
                .get("transitions");
        assertThat(options).hasSize(1);
        assertThat(options.get(0).get("trigger").asText()).isEqualTo("remember");
        baton.as("human").move(id, "remember", "{\"note\":\"n\"}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.history(id)).hasSize(2);
        JsonNode records = baton.admin()
                .get("/api/tasks/" + id + "/records/afterwards")
                .expect(200)
                .json();
        assertThat(records.at("/records/0/payload/note").asText()).isEqualTo("n");
        assertThat(records.at("/records/0/by").asText()).isEqualTo("human");
        JsonNode data = baton.admin().get("/api/tasks/" + id).json().get("data");
        assertThat(data.get("note").asText()).isEqualTo("n");
        assertThat(data.get("afterwards")).hasSize(1);
    }

    private static boolean isPermitted(Baton baton, String who, String id) {
        JsonNode options =
                baton.as(who).get("/api/tasks/" + id + "/transitions").json().get("transitions");
        for (JsonNode option : options) {
            if (option.get("trigger").asText().equals("finish")) {
                return option.get("permitted").asBoolean();
            }
        }
        throw new AssertionError("no such arrow: " + options);
    }

    private static String task(Baton baton, Drawing drawing, String data) {
        baton.deploy(drawing);
        return baton.create(drawing.key(), data);
    }
}
