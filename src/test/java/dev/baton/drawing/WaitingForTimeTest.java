package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import org.camunda.bpm.engine.impl.util.ClockUtil;

class WaitingForTimeTest {

    /** The arrow {@code finish} leads to {@code cooling}, from where a timer leads to {@code done}. */
    private static Drawing cooling(String kind, String when) {
        return Drawing.passing(state("intermediateCatchEvent", "odd", "cooling", timer(kind, when)));
    }

    private static String timer(String kind, String when) {
        return "<bpmn:timerEventDefinition><bpmn:%s xsi:type=\"bpmn:tFormalExpression\">%s</bpmn:%s></bpmn:timerEventDefinition>"
                .formatted(kind, when, kind);
    }

    private static void later(Duration time) {
        ClockUtil.setCurrentTime(Date.from(Instant.now().plus(time)));
    }

    @OnBothDatabases
    void aTaskWaitsInAStateUntilTheTimerFires(Baton baton) {
        String id = baton.create(cooling("timeDuration", "PT1H"));
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("cooling");
        assertThat(Json.texts(baton.task(id).get("allowedTransitions"))).containsExactly("done");
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("cooling");
        later(Duration.ofHours(2));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
        JsonNode last = baton.history(id).get(2);
        assertThat(last.get("from").asText()).isEqualTo("cooling");
        assertThat(last.get("kind").asText()).isEqualTo("timer");
        assertThat(last.get("trigger").asText()).isEqualTo("odd");
        assertThat(last.get("actor").asText()).isEqualTo("system");
    }

    @OnBothDatabases
    void nobodyCanHurryIt(Baton baton) {
        String id = baton.create(cooling("timeDuration", "PT1H"));
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.admin().move(id, "odd", "{}").expect(409);
        baton.admin()
                .post("/api/tasks/" + id + "/transitions", "{\"to\":\"done\"}")
                .expect(409);
        String execution = baton.engine()
                .getRuntimeService()
                .createExecutionQuery()
                .processInstanceBusinessKey(id)
                .activityId("odd")
                .singleResult()
                .getId();
        baton.admin()
                .post("/engine-rest/execution/" + execution + "/signal", "{}")
                .expect(400);
        assertThat(baton.state(id)).isEqualTo("cooling");
        assertThat(baton.jobs(id)).hasSize(1);
    }

    @OnBothDatabases
    void theTableAndThePictureShowTheTimer(Baton baton) {
        Drawing drawing = cooling("timeDuration", "PT1H");
        baton.deploy(drawing);
        JsonNode table = baton.lifecycle(drawing.key());
        assertThat(Json.list(table.get("states")))
                .filteredOn(s -> s.get("name").asText().equals("cooling"))
                .singleElement()
                .satisfies(s -> assertThat(s.get("waitsFor").asText()).isEqualTo("nobody"));
        assertThat(Json.list(table.get("transitions")))
                .filteredOn(t -> t.get("from").asText().equals("cooling"))
                .singleElement()
                .satisfies(t -> {
                    assertThat(t.get("kind").asText()).isEqualTo("timer");
                    assertThat(t.get("to").asText()).isEqualTo("done");
                });
        assertThat(baton.admin()
                        .get("/api/lifecycles/" + drawing.key() + "/mermaid")
                        .expect(200)
                        .body())
                .contains("cooling --> done: odd (timer)");
    }

    @OnBothDatabases
    void theDateComesFromTheTasksData(Baton baton) {
        Drawing drawing = cooling("timeDate", "${task.until}");
        baton.deploy(drawing);
        Instant until = Instant.now().plus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
        String id = baton.create(drawing.key(), "{\"until\":\"" + until + "\"}");
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.jobs(id))
                .singleElement()
                .satisfies(job -> assertThat(job.getDuedate().toInstant()).isEqualTo(until));
    }

    @OnBothDatabases
    void aTaskWithoutADateStaysWhereItIs(Baton baton) {
        Drawing drawing = cooling("timeDate", "${task.until}");
        baton.deploy(drawing);
        for (String data : new String[] {"{}", "{\"until\":\"soon\"}", "{\"until\":5}", "{\"until\":[]}"}) {
            String id = baton.create(drawing.key(), data);
            assertThat(baton.admin().move(id, "finish", "{}").expect(422).body())
                    .contains("At 'odd' the expression ${task.until} can't be used");
            assertThat(baton.state(id)).isEqualTo("open");
        }
    }

    @OnBothDatabases
    void anAssigneeKeepsATaskThatPauses(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "odd",
                        node(
                                "intermediateCatchEvent",
                                "odd",
                                properties("state", "cooling", "lease", "pause"),
                                timer("timeDuration", "PT1H")))
                .draw("open", node("receiveTask", "open", properties("state", "open", "lease", "keep")))
                .draw("late", boundary("late", "open", timer("timeDuration", "PT5H")))
                .draw("late__done", arrow("late__done", "late", "done"))
                .draw(
                        "open__take",
                        arrow("open__take", "take", "open_out", "open", properties("lease", "new", "within", "true")))
                .draw("open__rest", arrow("open__rest", "rest", "open_out", "odd", properties("lease", "held")))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
        String id = baton.create(drawing);
        baton.as("worker-1").move(id, "take", "{}").expect(200);
        baton.as("worker-1").move(id, "rest", "{}", 1).expect(200);
        assertThat(baton.task(id).get("lease").isNull()).isTrue();
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        later(Duration.ofHours(2));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.task(id).at("/lease/epoch").asInt()).isEqualTo(2);
    }

    @OnBothDatabases
    void aBoundaryTimerRunsOnlyIfTheTaskHasADate(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("late", boundary("late", "open", timer("timeDate", "${task.dueAt}")))
                .draw("late__done", arrow("late__done", "late", "done"));
        baton.deploy(drawing);
        String without = baton.create(drawing.key());
        assertThat(baton.jobs(without)).isEmpty();
        baton.admin().move(without, "finish", "{}").expect(200);
        String with =
                baton.create(drawing.key(), "{\"dueAt\":\"" + Instant.now().plusSeconds(600) + "\"}");
        later(Duration.ofHours(1));
        baton.fireTimers(with);
        assertThat(baton.history(with).get(1).get("trigger").asText()).isEqualTo("late");
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"%s\",\"data\":{\"dueAt\":\"never\"}}".formatted(drawing.key()))
                .expect(422);
    }

    @OnBothDatabases
    void aMessageReachesATaskThatWaitsForTime(Baton baton) {
        Drawing drawing = Drawing.stoppable()
                .draw("odd", state("intermediateCatchEvent", "odd", "cooling", timer("timeDuration", "PT1H")))
                .draw("open__rest", arrow("open__rest", "rest", "open_out", "odd"))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
        String id = baton.create(drawing);
        baton.admin().move(id, "rest", "{}").expect(200);
        baton.admin().move(id, "stop", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("stopped");
    }

    @OnBothDatabases
    void mistakesAreNamed(Baton baton) {
        refused(
                baton,
                Drawing.passing(node("intermediateCatchEvent", "odd", timer("timeDuration", "PT1H"))),
                "odd",
                "give the intermediate catch event a property 'state'");
        refused(baton, cooling("timeCycle", "R/PT1H"), "odd", "a task waits here once");
        refused(baton, cooling("timeDuration", "tomorrow"), "odd", "the timer can't be read");
        refused(
                baton,
                Drawing.good()
                        .draw("late", boundary("late", "open", timer("timeDate", "${task.dueAt}")))
                        .draw("late__open", arrow("late__open", "late", "open")),
                "late",
                "it could not fire again");
        refused(
                baton,
                cooling("timeDate", "${task.dueAt}").draw("odd__open", arrow("odd__open", "odd", "odd")),
                "odd",
                "it could not fire again");
        refused(
                baton,
                Drawing.passing(node(
                        "intermediateCatchEvent",
                        "odd",
                        properties("state", "cooling", "lease", "keep"),
                        timer("timeDuration", "PT1H"))),
                "odd",
                "'lease' can only be 'pause' here");
    }
}
