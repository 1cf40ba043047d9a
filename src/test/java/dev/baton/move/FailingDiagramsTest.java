package dev.baton.move;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.CapturedLog;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Traces;

/** What only fails with the data of one task is refused with the element and the expression, and the task stays. */
@DatabaseIndependent
class FailingDiagramsTest {

    @OnBothDatabases
    void aConditionOnDataOfAnotherType(Baton baton) {
        Drawing drawing = passing(element("exclusiveGateway", "id=\"odd\" default=\"odd__open\""))
                .draw("odd__done", arrow("odd__done", "", "odd", "done", when("${payload.score}")))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
        String id = baton.create(drawing);
        isRefused(baton, id, "{\"score\":5}", "odd__done", "${payload.score}", "neither true nor false");
        isRefused(baton, id, "{}", "odd__done", "${payload.score}", "neither true nor false");
        baton.admin().move(id, "finish", "{\"score\":true}").expect(200);
    }

    @OnBothDatabases
    void aComparisonOfWhatCanNotBeCompared(Baton baton) {
        Drawing drawing = passing(element("exclusiveGateway", "id=\"odd\" default=\"odd__open\""))
                .draw("odd__done", arrow("odd__done", "", "odd", "done", when("${payload.score &gt; 5}")))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
        String id = baton.create(drawing);
        isRefused(baton, id, "{\"score\":true}", "odd", "${payload.score > 5}", "from true or false to a number");
        isRefused(baton, id, "{\"score\":{}}", "odd", "${payload.score > 5}", "from an object to a number");
        baton.admin().move(id, "finish", "{\"score\":6}").expect(200);
    }

    @OnBothDatabases
    void aMethodThatTheDataDoesNotHave(Baton baton) {
        String id = baton.create(
                passing(element("serviceTask", "id=\"odd\" camunda:expression=\"${payload.name.trim()}\"")));
        isRefused(baton, id, "{\"name\":5}", "odd", "${payload.name.trim()}", "calls 'trim' on a number");
        baton.admin().move(id, "finish", "{\"name\":\"x\"}").expect(200);
    }

    @OnBothDatabases
    void aTimerThatIsNoTimeOrTooShort(Baton baton) {
        Drawing drawing = passing(state("receiveTask", "odd", "odd"))
                .draw("odd__done", arrow("odd__done", "go", "odd", "done"))
                .draw(
                        "late",
                        boundary(
                                        "late",
                                        "odd",
                                        "<bpmn:timerEventDefinition><bpmn:timeCycle>R/${payload.time}</bpmn:timeCycle>"
                                                + "</bpmn:timerEventDefinition>")
                                .replace("attachedToRef", "cancelActivity=\"false\" attachedToRef"))
                .draw("nudge", element("serviceTask", "id=\"nudge\" camunda:expression=\"${1}\""))
                .draw("late__nudge", arrow("late__nudge", "late", "nudge"))
                .draw("nudged", Drawing.node("endEvent", "nudged"))
                .draw("nudge__nudged", arrow("nudge__nudged", "nudge", "nudged"));
        String id = baton.create(drawing);
        isRefused(baton, id, "{\"time\":\"soon\"}", "late", "R/${payload.time}", "'R/soon' is no ISO-8601");
        isRefused(baton, id, "{\"time\":\"PT0S\"}", "late", "R/${payload.time}", "fire too often");
        baton.admin().move(id, "finish", "{\"time\":\"PT5M\"}").expect(200);
    }

    @OnBothDatabases
    void aDueDateThatIsNone(Baton baton) {
        Drawing drawing = passing(element(
                        "userTask",
                        "id=\"odd\" camunda:dueDate=\"${payload.when}\"",
                        Drawing.properties("state", "odd")))
                .draw("odd__done", arrow("odd__done", "go", "odd", "done"));
        String id = baton.create(drawing);
        isRefused(baton, id, "{\"when\":\"soon\"}", "odd", "${payload.when}", "'soon' is no ISO-8601");
        isRefused(baton, id, "{\"when\":5}", "odd", "${payload.when}", "'5' is no time");
        baton.admin().move(id, "finish", "{}").expect(200);
    }

    /** The engine would look for the next date of such a cycle for ever. */
    @OnBothDatabases
    void aDurationThatIsACycle(Baton baton) {
        for (String timer : new String[] {"boundaryEvent", "intermediateCatchEvent"}) {
            String time = "<bpmn:timerEventDefinition><bpmn:timeDuration>${payload.time}</bpmn:timeDuration>"
                    + "</bpmn:timerEventDefinition>";
            Drawing drawing = timer.equals("boundaryEvent")
                    ? passing(state("receiveTask", "odd", "odd"))
                            .draw("odd__done", arrow("odd__done", "go", "odd", "done"))
                            .draw("late", boundary("late", "odd", time))
                            .draw("late__done", arrow("late__done", "late", "done"))
                    : passing(state("intermediateCatchEvent", "odd", "odd", time));
            String at = timer.equals("boundaryEvent") ? "late" : "odd";
            String id = baton.create(drawing);
            for (String cycle : new String[] {"R/PT0S", "R/PT1S", "R5/2001-01-01T00:00:00/PT0S", "R/-PT1S"}) {
                isRefused(baton, id, "{\"time\":\"" + cycle + "\"}", at, "${payload.time}", "is a cycle");
            }
            isRefused(baton, id, "{\"time\":\"PT0S\"}", at, "${payload.time}", "would fire at once");
            isRefused(
                    baton,
                    id,
                    "{\"time\":\"P" + "9".repeat(1000) + "D\"}",
                    at,
                    "${payload.time}",
                    "more than 100 characters");
            baton.admin().move(id, "finish", "{\"time\":\"PT5M\"}").expect(200);
        }
    }

    @OnBothDatabases
    void aDelegateWithoutItsData(Baton baton) {
        String id = baton.create(
                passing(element("serviceTask", "id=\"odd\" camunda:delegateExpression=\"${recordClassification}\"")));
        isRefused(baton, id, "{}", "odd", "recordClassification", "can't do its work");
    }

    @OnBothDatabases
    void partsOfAListThatIsNone(Baton baton) {
        String id =
                baton.create(crowd("camunda:collection=\"${payload.people}\" camunda:elementVariable=\"person\"", ""));
        isRefused(baton, id, "{}", "odd", "${payload.people}", "there is no list");
        isRefused(baton, id, "{\"people\":[]}", "odd", "${payload.people}", "the list is empty");
        isRefused(baton, id, "{\"people\":[\"lead\",\"lead\"]}", "odd", "${payload.people}", "there twice");
        isRefused(baton, id, "{\"people\":\"lead\"}", "odd", "${payload.people}", "is no list");
        baton.admin().move(id, "finish", "{\"people\":[\"lead\"]}").expect(200);
    }

    @OnBothDatabases
    void partsOfAnOddNumber(Baton baton) {
        String number = "<bpmn:loopCardinality>${payload.number}</bpmn:loopCardinality>";
        String id = baton.create(crowd("", number));
        for (String odd : new String[] {"0", "-1", "1.5", "1000000", "\"x\"", "null"}) {
            isRefused(baton, id, "{\"number\":" + odd + "}", "odd", "${payload.number}", "whole number from 1 to 100");
        }
        baton.admin().move(id, "finish", "{\"number\":2}").expect(200);
    }

    private static Drawing crowd(String attributes, String content) {
        return passing(element(
                        "userTask",
                        "id=\"odd\" camunda:candidateGroups=\"reviewer\"",
                        properties("state", "odd"),
                        "<bpmn:multiInstanceLoopCharacteristics " + attributes + ">" + content
                                + "</bpmn:multiInstanceLoopCharacteristics>"))
                .draw("odd__done", arrow("odd__done", "approve", "odd", "done"));
    }

    @OnBothDatabases
    void onePersonDoesOnePart(Baton baton) {
        String two = "<bpmn:loopCardinality>2</bpmn:loopCardinality>";
        String id = baton.create(crowd("", two));
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.as("reviewer-1").move(id, "approve", "{}").expect(200);
        assertThat(Problem.of(baton.as("reviewer-1").move(id, "approve", "{}"), 409)
                        .detail())
                .contains("has done this already");
        baton.as("reviewer-2").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.task(id).get("data").has("partsDoneBy")).isFalse();
    }

    @OnBothDatabases
    void unlessTheDiagramSaysOtherwise(Baton baton) {
        Drawing drawing = crowd("", "<bpmn:loopCardinality>2</bpmn:loopCardinality>");
        String xml = drawing.xml()
                .replace(
                        "name=\"state\" value=\"odd\"/>",
                        "name=\"state\" value=\"odd\"/><camunda:property name=\"samePerson\" value=\"true\"/>");
        baton.deploy(drawing.key(), xml);
        String id = baton.create(drawing.key());
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.as("reviewer-1").move(id, "approve", "{}").expect(200);
        baton.as("reviewer-1").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    private static void isRefused(
            Baton baton, String id, String payload, String element, String expression, String problem) {
        var before = Traces.of(baton, id);
        try (CapturedLog log = new CapturedLog()) {
            String detail =
                    Problem.of(baton.admin().move(id, "finish", payload), 422).detail();
            assertThat(detail).contains("At '" + element + "'", expression, problem);
            assertThat(log.lines().stream().filter(line -> line.contains("At '" + element + "'")))
                    .hasSize(1);
        }
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }
}
