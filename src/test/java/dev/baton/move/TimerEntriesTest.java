package dev.baton.move;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** A timer that does not interrupt leaves a line in the history. */
class TimerEntriesTest {

    @OnBothDatabases
    void aTimerThatRepeatsAndChangesNothingLeavesOneLine(Baton baton) {
        String id = baton.create(reminding("${1}"));
        fire(baton, id);
        fire(baton, id);
        List<JsonNode> history = baton.history(id);
        assertThat(history).hasSize(2);
        assertThat(history.get(1).get("kind").asText()).isEqualTo("within");
        assertThat(history.get(1).get("trigger").asText()).isEqualTo("remind");
        assertThat(history.get(1).get("actor").asText()).isEqualTo("system");
        assertThat(history.get(1).get("path").get(0).asText()).isEqualTo("late");
        baton.admin().move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void oneThatChangesTheTaskLeavesALineEachTime(Baton baton) {
        String id = baton.create(reminding("${task.put('reminders', task.reminders + 1)}"));
        fire(baton, id);
        fire(baton, id);
        assertThat(baton.history(id)).hasSize(3);
        assertThat(baton.task(id).at("/data/reminders").asInt()).isEqualTo(2);
    }

    private static Drawing reminding(String expression) {
        return Drawing.good()
                .draw(
                        "late",
                        element(
                                "boundaryEvent",
                                "id=\"late\" name=\"remind\" attachedToRef=\"open\" cancelActivity=\"false\"",
                                "<bpmn:timerEventDefinition><bpmn:timeCycle>R/PT1H</bpmn:timeCycle>"
                                        + "</bpmn:timerEventDefinition>"))
                .draw("nudge", element("serviceTask", "id=\"nudge\" camunda:expression=\"" + expression + "\""))
                .draw("late__nudge", arrow("late__nudge", "late", "nudge"))
                .draw("nudged", node("endEvent", "nudged"))
                .draw("nudge__nudged", arrow("nudge__nudged", "nudge", "nudged"));
    }

    private static void fire(Baton baton, String id) {
        ClockUtil.setCurrentTime(new Date(
                ClockUtil.getCurrentTime().getTime() + Duration.ofMinutes(61).toMillis()));
        baton.fireTimers(id);
    }
}
