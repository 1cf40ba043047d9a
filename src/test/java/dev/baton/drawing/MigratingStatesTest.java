package dev.baton.drawing;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Tasks in the states of these words move to a newer version of their diagram, and go on there. */
class MigratingStatesTest {

    private static String migrated(Baton baton, Drawing drawing) {
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"chapters\":[\"one\"]}");
        baton.admin().move(id, "finish", "{}").expect(200);
        drawing.draw("open__hurry", arrow("open__hurry", "hurry", "open_out", "done"));
        baton.deploy(drawing);
        JsonNode report = baton.migrate(drawing.key());
        assertThat(report.get("moved").asInt()).as(report.toString()).isEqualTo(1);
        return id;
    }

    @OnBothDatabases
    void aTaskThatWaitsForTime(Baton baton) {
        String id = migrated(
                baton, Drawing.passing(node("intermediateCatchEvent", "odd", properties("state", "cooling"), timer())));
        ClockUtil.setCurrentTime(Date.from(Instant.now().plus(Duration.ofDays(2))));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void aTaskThatWaitsForAWorker(Baton baton) {
        String id = migrated(
                baton,
                Drawing.passing(element(
                        "serviceTask",
                        "id=\"odd\" camunda:type=\"external\" camunda:topic=\"moving\"",
                        properties("state", "moving"))));
        int epoch = baton.as("worker-1")
                .move(id, "claim", "{}")
                .expect(200)
                .json()
                .at("/lease/epoch")
                .asInt();
        baton.as("worker-1").move(id, "complete", "{}", epoch).expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void aTaskThatWaitsForItsChildren(Baton baton) {
        Drawing child = Drawing.good();
        baton.deploy(child);
        String list = "<bpmn:multiInstanceLoopCharacteristics camunda:collection=\"${task.chapters}\"/>";
        for (String loop : new String[] {"", list}) {
            String id = migrated(
                    baton,
                    Drawing.passing(element(
                            "callActivity",
                            "id=\"odd\" calledElement=\"" + child.key() + "\"",
                            properties("state", "split"),
                            loop)));
            baton.admin()
                    .move(baton.task(id).at("/children/0/id").asText(), "finish", "{}")
                    .expect(200);
            await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(id).equals("done"));
        }
    }
}
