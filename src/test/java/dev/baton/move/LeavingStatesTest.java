package dev.baton.move;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import java.util.List;

/** Data that goes when a state is left, and states that are only passed through. */
class LeavingStatesTest {

    @OnBothDatabases
    void dataOfAStateGoesWhenItIsLeftAndStaysInTheHistory(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("open", node("receiveTask", "open", properties("state", "open", "clears", "reason")))
                .draw("held", node("receiveTask", "held", properties("state", "held", "clears", "reason, other")))
                .draw("open__hold", arrow("open__hold", "hold", "open_out", "held", properties("requires", "reason")))
                .draw("held__go", arrow("held__go", "go", "held", "open", properties("requires", "reason?")));
        String id = baton.create(drawing);
        baton.admin().move(id, "hold", "{\"reason\":\"wait\"}").expect(200);
        assertThat(baton.task(id).get("data").has("reason"))
                .as("leaving open clears it, although the arrow brought it")
                .isFalse();
        assertThat(baton.history(id).get(1).at("/payload/reason").asText()).isEqualTo("wait");
    }

    @OnBothDatabases
    void aStateIsPassedThroughInTheSameMove(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("held", node("receiveTask", "held", properties("state", "held")))
                .draw("open__hold", arrow("open__hold", "hold", "open_out", "held"))
                .draw("held__go", arrow("held__go", "go", "held", "done"))
                .draw("passed", node("task", "passed", properties("state", "held")))
                .draw("open__skip", arrow("open__skip", "skip", "open_out", "passed"))
                .draw("passed__open", arrow("passed__open", "back", "passed", "open"));
        String id = baton.create(drawing);
        JsonNode answer = baton.as("lead").move(id, "skip", "{}").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("open");
        List<JsonNode> history = baton.history(id);
        assertThat(history).hasSize(3);
        assertThat(history.get(1).get("to").asText()).isEqualTo("held");
        assertThat(history.get(1).get("actor").asText()).isEqualTo("lead");
        assertThat(history.get(2).get("from").asText()).isEqualTo("held");
        assertThat(history.get(2).get("to").asText()).isEqualTo("open");
        assertThat(history.get(2).get("actor").asText()).isEqualTo("system");
        baton.admin().move(id, "hold", "{}").expect(200);
        baton.admin().move(id, "back", "{}").expect(409);
        baton.admin().move(id, "go", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }
}
