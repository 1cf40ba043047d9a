package dev.baton.drawing;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A date that has passed fires at once, so that timers that lead to each other could move a task for ever. */
class DatesThatPassTest {

    private static final Instant YESTERDAY =
            Instant.now().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);

    private static String at(String date) {
        return "<bpmn:timerEventDefinition><bpmn:timeDate xsi:type=\"bpmn:tFormalExpression\">%s</bpmn:timeDate></bpmn:timerEventDefinition>"
                .formatted(date);
    }

    private static String work(String id, String expression) {
        return element("serviceTask", "id=\"%s\" camunda:expression=\"%s\"".formatted(id, expression));
    }

    /** The timer on {@code open} leads back to it through a service task. */
    private static Drawing back(String date, String work) {
        return Drawing.good()
                .draw("late", boundary("late", "open", at(date)))
                .draw("noting", work("noting", work))
                .draw("late__noting", arrow("late__noting", "late", "noting"))
                .draw("noting__open", arrow("noting__open", "noting", "open"));
    }

    private static String create(Baton baton, Drawing drawing, String data) {
        baton.deploy(drawing);
        return baton.create(drawing.key(), data);
    }

    @OnBothDatabases
    void aTimerThatLeadsBackFiresOnceForADate(Baton baton) {
        String id = create(
                baton, back("${task.dueAt}", "${task.put('late', true)}"), "{\"dueAt\":\"%s\"}".formatted(YESTERDAY));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.task(id).at("/data/late").asBoolean()).isTrue();
        assertThat(baton.jobs(id)).isEmpty();
        assertThat(Json.texts(baton.task(id).get("flags"))).isEmpty();
        baton.admin().move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void aDateInTheDiagramCountsLikeOneInTheData(Baton baton) {
        String id = create(baton, back(YESTERDAY.toString(), "${task.put('late', true)}"), "{}");
        baton.fireTimers(id);
        assertThat(baton.jobs(id)).isEmpty();
        assertThat(baton.history(id)).hasSize(2);
    }

    @OnBothDatabases
    void anotherDateRunsAgain(Baton baton) {
        Instant tomorrow = YESTERDAY.plus(2, ChronoUnit.DAYS);
        String id = create(
                baton,
                back("${task.dueAt}", "${task.put('dueAt', task.nextDueAt)}"),
                "{\"dueAt\":\"%s\",\"nextDueAt\":\"%s\"}".formatted(YESTERDAY, tomorrow));
        baton.fireTimers(id);
        assertThat(baton.jobs(id))
                .singleElement()
                .satisfies(job -> assertThat(job.getDuedate().toInstant()).isEqualTo(tomorrow));
    }

    @OnBothDatabases
    void twoStatesWhoseDatesHavePassedDoNotPassATaskToAndFro(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("late", boundary("late", "open", at("${task.dueAt}")))
                .draw("escalated", state("receiveTask", "escalated", "escalated"))
                .draw("forgotten", boundary("forgotten", "escalated", at("${task.dueAt}")))
                .draw("late__escalated", arrow("late__escalated", "late", "escalated"))
                .draw("forgotten__open", arrow("forgotten__open", "forgotten", "open"))
                .draw("escalated__back", arrow("escalated__back", "back", "escalated", "open"));
        String id = create(baton, drawing, "{\"dueAt\":\"%s\"}".formatted(YESTERDAY));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("escalated");
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.jobs(id)).isEmpty();
    }

    @OnBothDatabases
    void somebodyWhoBringsTheTaskBackStartsTheTimerAgain(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("late", boundary("late", "open", at("${task.dueAt}")))
                .draw("escalated", state("receiveTask", "escalated", "escalated"))
                .draw("late__escalated", arrow("late__escalated", "late", "escalated"))
                .draw("escalated__back", arrow("escalated__back", "back", "escalated", "open"));
        String id = create(baton, drawing, "{\"dueAt\":\"%s\"}".formatted(YESTERDAY));
        baton.fireTimers(id);
        baton.as("lead").move(id, "back", "{}").expect(200);
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("escalated");
    }

    @OnBothDatabases
    void anEventThatWaitsForADateThatHasPassedIsFlaggedInsteadOfRepeated(Baton baton) {
        Drawing drawing = Drawing.passing(state("intermediateCatchEvent", "odd", "cooling", at("${task.until}")))
                .draw("noting", work("noting", "${task.put('cooled', true)}"))
                .draw("odd__noting", arrow("odd__noting", "odd", "noting"))
                .draw("noting__odd", arrow("noting__odd", "noting", "odd"))
                .erase("odd__done");
        String id = create(baton, drawing, "{\"until\":\"%s\"}".formatted(YESTERDAY));
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.fireTimers(id);
        for (int tries = 0; tries < 3; tries++) {
            assertThatThrownBy(() -> baton.fireTimers(id))
                    .hasMessageContaining("At 'odd': the date has passed, and only timers have moved the task");
        }
        assertThat(baton.state(id)).isEqualTo("cooling");
        assertThat(Json.texts(baton.task(id).get("flags"))).contains("timer-failed");
    }
}
