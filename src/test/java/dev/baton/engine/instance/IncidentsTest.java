package dev.baton.engine.instance;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.CapturedLog;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.BeforeEach;

@AlsoWithoutFastPath
class IncidentsTest {

    @BeforeEach
    void theStoneLies() {
        Stumble.stone = true;
    }

    @OnBothDatabases
    void workThatFailsInATimerMakesAnIncidentThatSaysWhatToDo(Baton baton) {
        String id = withTimeOut(baton);
        failThreeTimes(baton, id);

        List<JsonNode> incidents = incidents(baton, id);
        assertThat(incidents).hasSize(1);
        String job = incidents.get(0).get("configuration").asText();
        assertThat(incidents.get(0).get("incidentMessage").asText())
                .startsWith("a stone lies in the way")
                .contains("still in its state", "Cockpit", "PUT /engine-rest/job/" + job + "/retries");
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.history(id)).hasSize(1);
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("timer-failed");
    }

    @OnBothDatabases
    void aRetriedJobResumesTheTask(Baton baton) {
        String id = withTimeOut(baton);
        failThreeTimes(baton, id);
        String job = incidents(baton, id).get(0).get("configuration").asText();
        Stumble.stone = false;

        baton.admin()
                .put("/engine-rest/job/" + job + "/retries", "{\"retries\":1}", "application/json")
                .expect(204);
        assertThat(incidents(baton, id)).isEmpty();
        baton.fireTimers(id);

        assertThat(baton.state(id)).isEqualTo("done");
        JsonNode step = baton.history(id).get(1);
        assertThat(step.get("trigger").asText()).isEqualTo("late");
        assertThat(step.get("actor").asText()).isEqualTo("system");
    }

    @OnBothDatabases
    void aRepairedDiagramTakesTheIncidentAlongAndARetryResumesTheTask(Baton baton) {
        Drawing drawing = drawing();
        String id = baton.create(drawing);
        failThreeTimes(baton, id);
        baton.deploy(drawing.draw("walk", element("serviceTask", "id=\"walk\" camunda:expression=\"${true}\"")));
        JsonNode report = baton.migrate(drawing.key());
        assertThat(report.get("moved").asInt()).isEqualTo(1);

        String job = incidents(baton, id).get(0).get("configuration").asText();
        baton.as("human")
                .put("/engine-rest/job/" + job + "/retries", "{\"retries\":1}", "application/json")
                .expect(204);
        baton.admin().post("/engine-rest/job/" + job + "/execute", "{}").expect(204);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void anOperatorNotesSomethingAtAnIncidentAndOthersCannot(Baton baton) {
        String id = withTimeOut(baton);
        failThreeTimes(baton, id);
        String note =
                "/engine-rest/incident/" + incidents(baton, id).get(0).get("id").asText() + "/annotation";
        baton.as("worker-1")
                .put(note, "{\"annotation\":\"mine\"}", "application/json")
                .expect(403);
        baton.as("human")
                .put(note, "{\"annotation\":\"a stone, again\"}", "application/json")
                .expect(204);
        assertThat(incidents(baton, id).get(0).get("annotation").asText()).isEqualTo("a stone, again");
        baton.as("human").delete(note, null).expect(204);
        assertThat(incidents(baton, id).get(0).get("annotation").isNull()).isTrue();
    }

    @OnBothDatabases
    void aTaskWithAnIncidentStillTakesItsArrows(Baton baton) {
        String id = withTimeOut(baton);
        failThreeTimes(baton, id);
        baton.as("lead").move(id, "finish", "{\"note\":\"by hand\"}").expect(200);
        assertThat(incidents(baton, id)).isEmpty();
    }

    @OnBothDatabases
    void aRefusedMoveMakesNoIncident(Baton baton) {
        String id = withTimeOut(baton);
        Problem.of(baton.as("worker-1").move(id, "finish", "{\"note\":\"no lead\"}"), 403);
        Problem.of(baton.as("lead").move(id, "finish", "{}"), 422);
        Problem.of(baton.as("lead").move(id, "fly", "{}"), 409);
        assertThat(incidents(baton, id)).isEmpty();
    }

    @OnBothDatabases
    void workThatFailsWhileACallerWaitsIsTheCallersToKnow(Baton baton) {
        String id = withTimeOut(baton);
        Problem.of(baton.as("lead").move(id, "stumble", "{}"), 422);
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(incidents(baton, id)).isEmpty();
    }

    @OnBothDatabases
    void throughTheEnginesOwnRestItsStackTraceIsInTheLogOnce(Baton baton) {
        String id = withTimeOut(baton);
        String wait = baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        try (CapturedLog log = new CapturedLog()) {
            baton.as("lead")
                    .post(
                            "/engine-rest/execution/" + wait + "/signal",
                            "{\"variables\":{\"trigger\":{\"value\":\"stumble\"}}}")
                    .expect(400);
            assertThat(log.lines()).filteredOn(line -> line.startsWith("ERROR")).hasSize(1);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("IllegalStateException: a stone lies in the way"))
                    .hasSize(1);
            assertThat(log.lines()).anyMatch(line -> line.contains("at " + Stumble.class.getName()));
        }
        assertThat(baton.state(id)).isEqualTo("open");
    }

    private static String withTimeOut(Baton baton) {
        return baton.create(drawing());
    }

    /** A task is open until a day has passed and the work of the time-out is done. */
    private static Drawing drawing() {
        return Drawing.good()
                .draw(
                        "open__finish",
                        arrow(
                                "open__finish",
                                "finish",
                                "open_out",
                                "done",
                                properties("roles", "lead", "requires", "note")))
                .draw("late", boundary("late", "open", timer()))
                .draw("walk", element("serviceTask", "id=\"walk\" camunda:delegateExpression=\"${stumble}\""))
                .draw("open__stumble", arrow("open__stumble", "stumble", "open_out", "walk"))
                .draw("late__walk", arrow("late__walk", "late", "walk"))
                .draw("walk__done", arrow("walk__done", "walk", "done"));
    }

    private static void failThreeTimes(Baton baton, String id) {
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofDays(2).toMillis()));
        for (int i = 0; i < 3; i++) {
            assertThat(incidents(baton, id)).isEmpty();
            assertThatThrownBy(() -> baton.fireTimers(id)).hasMessageContaining("stone");
        }
    }

    private static List<JsonNode> incidents(Baton baton, String id) {
        String instance = baton
                .engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .list()
                .stream()
                .map(i -> i.getId())
                .findFirst()
                .orElse("ended");
        return Json.list(baton.admin()
                .get("/engine-rest/incident?processInstanceId=" + instance)
                .expect(200)
                .json());
    }
}
