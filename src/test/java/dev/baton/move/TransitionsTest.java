package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Date;
import org.camunda.bpm.engine.impl.util.ClockUtil;

@AlsoWithoutFastPath
class TransitionsTest {

    private static final String PLAN = "{\"plan\":{\"steps\":[\"look\"]}}";

    @OnBothDatabases
    void aTaskMovesAlongItsArrows(Baton baton) {
        String id = baton.create("errand");
        baton.as("worker-1").move(id, "take", PLAN).expect(200);
        baton.as("worker-1")
                .move(id, "deliver", "{\"result\":{\"text\":\"here\"}}")
                .expect(200);
        var answer = baton.as("reviewer-1")
                .move(id, "approve", "{\"score\":7}")
                .expect(200)
                .json();
        assertThat(answer.get("from").asText()).isEqualTo("checking");
        assertThat(answer.get("to").asText()).isEqualTo("done");
        assertThat(answer.get("actor").asText()).isEqualTo("reviewer-1");
        assertThat(baton.task(id).get("terminal").asBoolean()).isTrue();
        assertThat(baton.history(id))
                .extracting(step -> step.get("to").asText())
                .containsExactly("open", "working", "packing", "checking", "done");
    }

    @OnBothDatabases
    void aTimerMovesATaskAsSystem(Baton baton) {
        String id = baton.create("errand");
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofHours(25).toMillis()));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("expired");
        var last = baton.history(id).get(1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("trigger").asText()).isEqualTo("expire");
        assertThat(Json.texts(last.get("path"))).containsExactly("open_expires", "open_expires__expired", "expired");
    }
}
