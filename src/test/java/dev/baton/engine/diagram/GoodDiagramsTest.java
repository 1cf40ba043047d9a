package dev.baton.engine.diagram;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Running tasks of the diagrams whose transitions LifecycleReaderTest checks. */
@DatabaseIndependent
class GoodDiagramsTest {

    @OnBothDatabases
    void anErrorEndLeadsThroughTheBoundaryOfItsSubProcess(Baton baton) {
        Drawing drawing = Drawing.trial();
        baton.deploy(drawing);
        String id = baton.create(drawing.key());
        baton.admin().move(id, "finish", "{\"ok\":false}").expect(200);
        assertThat(baton.state(id)).isEqualTo("broken");
    }

    @OnBothDatabases
    void anEventSubProcessIsATriggerFromEveryState(Baton baton) {
        Drawing drawing = Drawing.stoppable();
        baton.deploy(drawing);
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
        baton.deploy(drawing);
        String id = baton.create(drawing.key());
        ClockUtil.offset(Duration.ofDays(2).toMillis());
        baton.fireTimers(id);
        assertThat(baton.task(id).at("/data/late").asBoolean()).isTrue();
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.history(id)).hasSize(2);
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void endsMayShareATerminalState(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("done_too", state("endEvent", "done_too", "done"))
                .draw("open__skip", arrow("open__skip", "skip", "open_out", "done_too"));
        baton.deploy(drawing);
        String id = baton.create(drawing.key());
        baton.admin().move(id, "skip", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(Json.texts(baton.history(id).get(1).get("path"))).endsWith("open__skip", "done_too");
    }

    @OnBothDatabases
    void aGatewayWithOneArrowTakesItsTriggerOnly(Baton baton) {
        Drawing drawing = Drawing.good().erase("open__again");
        baton.deploy(drawing);
        takesFinishOnly(baton, drawing);
    }

    @OnBothDatabases
    void aNamedArrowNeedsNoGateway(Baton baton) {
        Drawing drawing = Drawing.good()
                .erase("open_out", "open__again", "open__open_out")
                .draw("open__finish", arrow("open__finish", "finish", "open", "done", properties("roles", "lead")));
        baton.deploy(drawing);
        takesFinishOnly(baton, drawing);
        String id = baton.create(drawing.key());
        baton.as("intern").move(id, "finish", "{}").expect(403);
        assertThat(baton.state(id)).isEqualTo("open");
    }

    private static void takesFinishOnly(Baton baton, Drawing drawing) {
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
}
