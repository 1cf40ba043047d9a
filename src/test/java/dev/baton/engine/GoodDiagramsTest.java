package dev.baton.engine;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.util.List;

/** Ways to draw that are right, and what they mean for a task. */
class GoodDiagramsTest {

    @OnBothDatabases
    void aStateMayBeDeclaredUnreachable(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("failed", node("endEvent", "failed", properties("state", "failed", "unreachable", "true")));
        assertThat(deploy(baton, drawing).get("states"))
                .extracting(s -> s.get("name").asText())
                .containsExactlyInAnyOrder("open", "done", "failed");
        assertThat(pairs(baton, drawing)).doesNotContain("open -finish-> failed");
    }

    @OnBothDatabases
    void anErrorEndLeadsThroughTheBoundaryOfItsSubProcess(Baton baton) {
        Drawing drawing = trial();
        deploy(baton, drawing);
        assertThat(pairs(baton, drawing))
                .containsExactlyInAnyOrder("open -finish-> done", "open -finish-> broken", "open -again-> open");
        String id = baton.create(drawing.key());
        baton.admin().move(id, "finish", "{\"ok\":false}").expect(200);
        assertThat(baton.state(id)).isEqualTo("broken");
    }

    @OnBothDatabases
    void anEventSubProcessIsATriggerFromEveryState(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "stopping",
                        element(
                                "subProcess",
                                "id=\"stopping\" triggeredByEvent=\"true\"",
                                node(
                                        "startEvent",
                                        "stop",
                                        "<bpmn:messageEventDefinition messageRef=\"Message_stop\"/>"),
                                state("endEvent", "stopped", "stopped"),
                                arrow("stop__stopped", "stop", "stopped")))
                .beside("<bpmn:message id=\"Message_stop\" name=\"stop\"/>");
        deploy(baton, drawing);
        assertThat(pairs(baton, drawing)).contains("open -stop-> stopped");
        String id = baton.create(drawing.key());
        baton.admin().move(id, "stop", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("stopped");
    }

    @OnBothDatabases
    void aTimerThatDoesNotInterruptMayNoticeSomething(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "late",
                        element(
                                "boundaryEvent",
                                "id=\"late\" attachedToRef=\"open\" cancelActivity=\"false\"",
                                timer()))
                .draw("mark", element("serviceTask", "id=\"mark\" camunda:expression=\"${task.put('late', true)}\""))
                .draw("noticed", node("endEvent", "noticed"))
                .draw("late__mark", arrow("late__mark", "late", "mark"))
                .draw("mark__noticed", arrow("mark__noticed", "mark", "noticed"));
        deploy(baton, drawing);
        String id = baton.create(drawing.key());
        org.camunda.bpm.engine.impl.util.ClockUtil.offset(
                java.time.Duration.ofDays(2).toMillis());
        baton.fireTimers(id);
        assertThat(baton.task(id).at("/data/late").asBoolean()).isTrue();
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.history(id)).hasSize(1);
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void endsMayShareATerminalState(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("done_too", state("endEvent", "done_too", "done"))
                .draw("open__skip", arrow("open__skip", "skip", "open_out", "done_too"));
        assertThat(deploy(baton, drawing).get("states")).hasSize(2);
        String id = baton.create(drawing.key());
        baton.admin().move(id, "skip", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(Json.texts(baton.history(id).get(1).get("path"))).endsWith("open__skip", "done_too");
    }

    @OnBothDatabases
    void aGatewayWithOneArrowTakesItsTriggerOnly(Baton baton) {
        Drawing drawing = Drawing.good().erase("open__again");
        deploy(baton, drawing);
        takesFinishOnly(baton, drawing);
    }

    @OnBothDatabases
    void aNamedArrowNeedsNoGateway(Baton baton) {
        Drawing drawing = Drawing.good()
                .erase("open_out", "open__again", "open__open_out")
                .draw("open__finish", arrow("open__finish", "finish", "open", "done", properties("roles", "lead")));
        deploy(baton, drawing);
        takesFinishOnly(baton, drawing);
        String id = baton.create(drawing.key());
        baton.as("intern").move(id, "finish", "{}").expect(403);
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @OnBothDatabases
    void aBoundaryTimerWithoutANameIsCalledByItsId(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("open_late", boundary("open_late", "open", timer()))
                .draw("open_late__done", arrow("open_late__done", "open_late", "done"));
        deploy(baton, drawing);
        assertThat(pairs(baton, drawing)).contains("open -open_late-> done");
    }

    private static void takesFinishOnly(Baton baton, Drawing drawing) {
        assertThat(pairs(baton, drawing)).containsExactly("open -finish-> done");
        String id = baton.create(drawing.key());
        baton.admin().move(id, "again", "{}").expect(409);
        String execution = baton.engine()
                .getRuntimeService()
                .createExecutionQuery()
                .processInstanceBusinessKey(id)
                .activityId("open")
                .singleResult()
                .getId();
        baton.admin()
                .post(
                        "/engine-rest/execution/" + execution + "/signal",
                        "{\"variables\":{\"trigger\":{\"value\":\"again\"}}}")
                .expect(400);
        assertThat(baton.state(id)).isEqualTo("open");
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    private static Drawing trial() {
        String error = "<bpmn:errorEventDefinition errorRef=\"Error_x\"/>";
        return Drawing.good()
                .draw(
                        "trial",
                        node(
                                "subProcess",
                                "trial",
                                node("startEvent", "trial_begin"),
                                element("exclusiveGateway", "id=\"trial_ok\" default=\"trial_bad\""),
                                node("endEvent", "trial_passed"),
                                node("endEvent", "trial_broken", error),
                                arrow("trial_flow", "trial_begin", "trial_ok"),
                                arrow("trial_good", "", "trial_ok", "trial_passed", when("${payload.ok}")),
                                arrow("trial_bad", "trial_ok", "trial_broken")))
                .draw("trial_breaks", boundary("trial_breaks", "trial", error))
                .draw("broken", state("endEvent", "broken", "broken"))
                .draw("trial_breaks__broken", arrow("trial_breaks__broken", "trial_breaks", "broken"))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "trial"))
                .draw("trial__done", arrow("trial__done", "trial", "done"))
                .beside("<bpmn:error id=\"Error_x\" errorCode=\"x\"/>");
    }

    private static JsonNode deploy(Baton baton, Drawing drawing) {
        return baton.admin()
                .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                .expect(200)
                .json();
    }

    private static List<String> pairs(Baton baton, Drawing drawing) {
        JsonNode table = baton.admin()
                .get("/api/lifecycles/" + drawing.key())
                .expect(200)
                .json();
        return Json.list(table.get("transitions")).stream()
                .map(t -> t.get("from").asText() + " -" + t.get("trigger").asText() + "-> "
                        + t.get("to").asText())
                .toList();
    }
}
