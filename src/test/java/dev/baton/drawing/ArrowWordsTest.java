package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.guarded;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;

@DatabaseIndependent
class ArrowWordsTest {

    /** Two arrows lead from {@code open} into {@code busy}, which has a lease. */
    private static Drawing twoWaysToWork(String claimOfFirst, String claimOfSecond) {
        return Drawing.good()
                .draw("busy", node("receiveTask", "busy", properties("state", "busy", "lease", "new")))
                .draw("late", boundary("late", "busy", timer()))
                .draw("late__open", arrow("late__open", "late", "open"))
                .draw("busy__end", arrow("busy__end", "end", "busy", "done"))
                .draw(
                        "open__first",
                        arrow("open__first", "first", "open_out", "busy", properties("claim", claimOfFirst)))
                .draw(
                        "open__second",
                        arrow("open__second", "second", "open_out", "busy", properties("claim", claimOfSecond)));
    }

    @OnBothDatabases
    void claimsTakeTheArrowThatSaysSo(Baton baton) {
        Drawing drawing = twoWaysToWork("", "true");
        String id = baton.create(drawing);
        assertThat(claim(baton, drawing).get("id").asText()).isEqualTo(id);
        assertThat(baton.history(id).get(1).get("trigger").asText()).isEqualTo("second");
    }

    @OnBothDatabases
    void aTriggerIsShownAsWhatSomebodyDoes(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "open__finish",
                        arrow("open__finish", "finish", "open_out", "done", properties("label", "Hand it in")));
        String id = baton.create(drawing);
        assertThat(baton.as("worker-1")
                        .get("/api/tasks/" + id + "/transitions")
                        .expect(200)
                        .json()
                        .at("/transitions/0/label")
                        .asText())
                .isEqualTo("Hand it in");
        JsonNode table = baton.admin()
                .get("/api/lifecycles/" + drawing.key())
                .expect(200)
                .json();
        assertThat(Json.list(table.get("transitions")))
                .filteredOn(way -> way.get("trigger").asText().equals("finish"))
                .extracting(way -> way.get("label").asText())
                .containsExactly("Hand it in");
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void whatIsNoClaimIsNotGuessedToBeOne(Baton baton) {
        Drawing drawing = twoWaysToWork("false", "");
        String id = baton.create(drawing);
        claim(baton, drawing);
        assertThat(baton.history(id).get(1).get("trigger").asText()).isEqualTo("second");
        Drawing without = twoWaysToWork("false", "false");
        baton.create(without);
        baton.as("worker-1")
                .post("/api/claims", "{\"lifecycle\":\"" + without.key() + "\"}")
                .expect(422);
    }

    private static JsonNode claim(Baton baton, Drawing drawing) {
        return baton.as("worker-1")
                .post("/api/claims", "{\"lifecycle\":\"" + drawing.key() + "\"}")
                .expect(200)
                .json();
    }

    /** The server leaves {@code stuck} by {@code freed}, and there is another arrow that only the server takes. */
    private static Drawing blockable() {
        return Drawing.good()
                .draw("stuck", state("receiveTask", "stuck", "stuck"))
                .draw("stuck_out", node("exclusiveGateway", "stuck_out"))
                .draw("stuck__out", arrow("stuck__out", "stuck", "stuck_out"))
                .draw("open__wait", arrow("open__wait", "wait", "open_out", "stuck"))
                .draw(
                        "stuck__give_up",
                        arrow("stuck__give_up", "give-up", "stuck_out", "done", properties("roles", "system")))
                .draw(
                        "stuck__freed",
                        arrow(
                                "stuck__freed",
                                "freed",
                                "stuck_out",
                                "open",
                                properties("on", "blockers-finished", "roles", "lead")));
    }

    @OnBothDatabases
    void theServerFreesABlockedTaskByTheArrowThatSaysSo(Baton baton) {
        String blocker = baton.create("work-queue");
        Drawing drawing = blockable();
        baton.deploy(drawing);
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}"
                                .formatted(drawing.key(), id, blocker))
                .expect(201);
        baton.admin().move(id, "wait", "{}").expect(200);
        baton.as("intern").move(id, "freed", "{}").expect(403);
        baton.as("worker-1").move(blocker, "claim", "{}").expect(200);
        baton.as("worker-1").move(blocker, "start", "{}", 1).expect(200);
        baton.as("worker-1").move(blocker, "succeed", "{}", 1).expect(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(id).equals("open"));
        assertThat(baton.history(id).get(2).get("actor").asText()).isEqualTo("system");
        baton.admin().move(id, "wait", "{}").expect(200);
        baton.as("lead").move(id, "freed", "{}").expect(200);
    }

    @OnBothDatabases
    void countersDecideWithoutJava(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "open__again",
                        arrow("open__again", "again", "open_out", "enough", properties("count", "rounds, attempts")))
                .draw("enough", element("exclusiveGateway", "id=\"enough\" default=\"enough__no\""))
                .draw("enough__yes", arrow("enough__yes", "", "enough", "done", when("${task.rounds >= 2}")))
                .draw("enough__no", arrow("enough__no", "enough", "open"));
        String id = baton.create(drawing);
        baton.admin().move(id, "again", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.task(id).at("/data/rounds").asInt()).isEqualTo(1);
        baton.admin().move(id, "again", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.task(id).get("attempts").asInt()).isEqualTo(2);
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"%s\",\"data\":{\"rounds\":-5}}".formatted(drawing.key()))
                .expect(422);
    }

    @OnBothDatabases
    void listsRememberWhoAndWhat(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "open__again",
                        arrow(
                                "open__again",
                                "again",
                                "open_out",
                                "open",
                                properties(
                                        "requires", "note?",
                                        "collect", "approvers:actor, notes:note",
                                        "except", "task.approvers")));
        String id = baton.create(drawing);
        baton.as("lead").move(id, "again", "{\"note\":\"fine\"}").expect(200);
        baton.as("lead").move(id, "again", "{}").expect(403);
        baton.as("human").move(id, "again", "{}").expect(200);
        JsonNode data = baton.task(id).get("data");
        assertThat(Json.texts(data.get("approvers"))).containsExactly("lead", "human");
        assertThat(Json.texts(data.get("notes"))).containsExactly("fine");
    }

    @OnBothDatabases
    void theTableShowsTheWords(Baton baton) {
        Drawing drawing = guarded("requires", "note", "count", "rounds", "collect", "notes:note");
        baton.deploy(drawing);
        JsonNode table = baton.lifecycle(drawing.key());
        assertThat(Json.list(table.get("transitions")))
                .filteredOn(t -> t.get("trigger").asText().equals("finish"))
                .singleElement()
                .satisfies(t -> {
                    assertThat(Json.texts(t.get("counts"))).containsExactly("rounds");
                    assertThat(Json.texts(t.get("collects"))).containsExactly("notes:note");
                });
    }

    @OnBothDatabases
    void mistakesAreNamed(Baton baton) {
        refused(baton, guarded("claim", "yes"), "open__finish", "'claim' is true or false");
        refused(baton, guarded("claim", "true"), "open__finish", "nobody would hold the task");
        refused(baton, twoWaysToWork("true", "true"), "open__second", "a second claim=true");
        refused(baton, guarded("claim", "true", "requires", "note"), "open__finish", "it can't require note");
        refused(baton, guarded("on", "monday"), "open__finish", "'on' can only be 'blockers-finished'");
        refused(baton, guarded("on", "blockers-finished", "requires", "note"), "open__finish", "it can't require note");
        refused(baton, guarded("count", "state"), "open__finish", "'count' writes a field of the task's data");
        refused(baton, guarded("collect", "notes:note"), "open__finish", "is an artifact that the trigger requires");
        refused(
                baton,
                guarded("collect", "notes", "requires", "note"),
                "open__finish",
                "names a list and what it gets");
        Drawing unnamed = Drawing.good()
                .draw(
                        "begin__open",
                        element(
                                "sequenceFlow",
                                "id=\"begin__open\" sourceRef=\"begin\" targetRef=\"open\"",
                                properties("claim", "true")));
        refused(baton, unnamed, "begin__open", "'claim' is for triggers");
        Drawing onState =
                Drawing.good().draw("open", node("receiveTask", "open", properties("state", "open", "count", "x")));
        refused(baton, onState, "open", "'count' is for arrows");
    }
}
