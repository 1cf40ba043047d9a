package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import java.util.List;

/** Values of a task's data that the diagram's author did not expect: a clear refusal, and never a task that nobody can end. */
class OddValuesTest {

    @OnBothDatabases
    void aCompletionConditionHasToBeTrueOrFalse(Baton baton) {
        String parts = "<bpmn:multiInstanceLoopCharacteristics camunda:collection=\"${task.who}\""
                + " camunda:elementVariable=\"one\"><bpmn:completionCondition>${task.enough}</bpmn:completionCondition>"
                + "</bpmn:multiInstanceLoopCharacteristics>";
        Drawing drawing = Drawing.good()
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "review"))
                .draw(
                        "review",
                        element(
                                "userTask",
                                "id=\"review\" camunda:assignee=\"${one}\"",
                                properties("state", "review"),
                                parts))
                .draw("review__done", arrow("review__done", "approve", "review", "done"));
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"who\":[\"reviewer-1\",\"reviewer-2\"],\"enough\":\"perhaps\"}");
        baton.admin().move(id, "finish", "{}").expect(200);
        Answer refused = baton.as("reviewer-1").move(id, "approve", "{}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.body()).contains("At 'review'", "${task.enough}", "neither true nor false");
        assertThat(baton.state(id)).isEqualTo("review");

        String other = baton.create(drawing.key(), "{\"who\":[\"" + "x".repeat(300) + "\"],\"enough\":true}");
        Answer tooLong = baton.admin().move(other, "finish", "{}");
        assertThat(tooLong.status()).as(tooLong.body()).isEqualTo(422);
        assertThat(tooLong.body()).contains("names of at most 255 characters");
    }

    /** The columns of the database would refuse it with an error of the server. */
    @OnBothDatabases
    void aNameThatIsTooLongIsRefused(Baton baton) {
        for (String people : List.of("assignee", "candidateUsers", "candidateGroups")) {
            Drawing drawing = Drawing.good()
                    .draw("open__finish", arrow("open__finish", "finish", "open_out", "review"))
                    .draw(
                            "review",
                            element(
                                    "userTask",
                                    "id=\"review\" camunda:" + people + "=\"${task.who}\"",
                                    properties("state", "review")))
                    .draw("review__done", arrow("review__done", "approve", "review", "done"));
            baton.deploy(drawing);
            String id = baton.create(drawing.key(), "{\"who\":\"" + "x".repeat(300) + "\"}");
            Answer refused = baton.admin().move(id, "finish", "{}");
            assertThat(refused.status()).as(people).isEqualTo(422);
            assertThat(refused.body()).contains("At 'review'", "a name has at most 255 characters");
        }
    }

    /** Its listener fails whenever the task leaves the state. */
    @OnBothDatabases
    void aTaskThatCanNotLeaveItsStateCanBeAbandoned(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "open",
                        node(
                                "receiveTask",
                                "open",
                                properties("state", "open")
                                        .replace(
                                                "</bpmn:extensionElements>",
                                                "<camunda:executionListener event=\"end\""
                                                        + " expression=\"${task.put('n', task.text.length())}\"/>"
                                                        + "</bpmn:extensionElements>")));
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"text\":5}");
        baton.admin().move(id, "finish", "{}").expect(422);
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"stuck\"}").expect(204);
        assertThat(baton.task(id).get("abandonedAt").isNull()).isFalse();
    }

    @OnBothDatabases
    void fieldsOfTheTaskItselfHaveTheirTypes(Baton baton) {
        for (List<String> odd : List.of(
                List.of("${task.put('assignee', 5)}", "'assignee' has to be a text"),
                List.of("${task.put('title', 5)}", "'title' has to be a text"),
                List.of("${task.put('priority', 'x')}", "'priority' has to be a number"),
                List.of("${task.put('attempts', null)}", "'attempts' has to be a number"))) {
            Drawing drawing = Drawing.good()
                    .draw(
                            "open__finish",
                            arrow(
                                    "open__finish",
                                    "finish",
                                    "open_out",
                                    "done",
                                    "<bpmn:extensionElements><camunda:executionListener event=\"take\" expression=\""
                                            + odd.get(0) + "\"/></bpmn:extensionElements>"));
            Answer refused = baton.admin().move(baton.create(drawing), "finish", "{}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body()).contains(odd.get(1)).doesNotContain("java.");
        }
    }

    @OnBothDatabases
    void mistakesAreNamedTruly(Baton baton) {
        Drawing late = Drawing.good()
                .draw(
                        "late",
                        element(
                                "boundaryEvent",
                                "id=\"late\" attachedToRef=\"open\"",
                                "<bpmn:timerEventDefinition><bpmn:timeCycle>R/P999999999Y</bpmn:timeCycle>"
                                        + "</bpmn:timerEventDefinition>"))
                .draw("late__done", arrow("late__done", "late", "done"));
        refused(baton, late, "late", "'R/P999999999Y' is too far away");
        Drawing error = Drawing.good()
                .draw(
                        "done",
                        node(
                                "endEvent",
                                "done",
                                properties("state", "done"),
                                "<bpmn:errorEventDefinition errorRef=\"Error_x\"/>"))
                .beside("<bpmn:error id=\"Error_x\" errorCode=\"X\"/>");
        refused(baton, error, "done", "an end event that throws an error can't be a state");
    }

    /** The model library has no class for it. */
    @OnBothDatabases
    void anAdHocSubProcessIsNamedWhereverItIsReferredTo(Baton baton) {
        Drawing drawing = Drawing.good()
                .lanes("<bpmn:lane id=\"lane\" name=\"lead\"><bpmn:flowNodeRef>open</bpmn:flowNodeRef>"
                        + "<bpmn:flowNodeRef>odd</bpmn:flowNodeRef></bpmn:lane>")
                .draw("odd", node("adHocSubProcess", "odd"))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "odd"))
                .draw("odd__done", arrow("odd__done", "odd", "done"));
        refused(baton, drawing, "odd", "an ad hoc sub process has no place in a lifecycle");
    }
}
