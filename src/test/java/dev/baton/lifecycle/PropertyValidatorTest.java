package dev.baton.lifecycle;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.guarded;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.diagram.ReadDiagram;
import dev.baton.testing.DiagramFault;
import dev.baton.testing.Drawing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties that are misspelt or stand in the wrong place, arrows that lead nowhere, and loops without a state. */
class PropertyValidatorTest {

    @ParameterizedTest
    @MethodSource({"names", "places", "arrows", "loops", "elements"})
    void aMistakeIsNamedWithItsElement(DiagramFault fault) {
        List<Violation> violations = ReadDiagram.violations(fault.drawing(), LifecycleValidatorTest.CONTEXT);
        assertThat(violations).singleElement().satisfies(violation -> {
            assertThat(violation.element()).isEqualTo(fault.element());
            assertThat(violation.message()).contains(fault.advice());
        });
    }

    @Test
    void propertiesOfOtherToolsAreNotOurs() {
        assertThat(ReadDiagram.violations(
                        guarded("acme:owner", "me", "acme.cost", "5"), LifecycleValidatorTest.CONTEXT))
                .isEmpty();
    }

    @Test
    void everybodyIsSaidWithIntent() {
        assertThat(ReadDiagram.violations(guarded("roles", "*"), LifecycleValidatorTest.CONTEXT))
                .isEmpty();
    }

    @Test
    void aLoopThroughAWaitStateIsFine() {
        assertThat(ReadDiagram.violations(Drawing.good(), LifecycleValidatorTest.CONTEXT))
                .isEmpty();
    }

    static Stream<DiagramFault> names() {
        return Stream.of(
                fault(
                        "role",
                        guarded("role", "lead"),
                        "open__finish",
                        "'role' is no property of a lifecycle: did you mean 'roles'?"),
                fault("require", guarded("require", "plan"), "open__finish", "did you mean 'requires'?"),
                fault("Roles", guarded("Roles", "lead"), "open__finish", "did you mean 'roles'?"),
                fault("need", guarded("need", "luck"), "open__finish", "did you mean 'needs'?"),
                fault(
                        "nothing like it",
                        guarded("colour", "red"),
                        "open__finish",
                        "there are actions, afterwards, blind"),
                fault(
                        "on a node",
                        Drawing.good()
                                .draw("done", node("endEvent", "done", properties("state", "done", "satisfy", "x"))),
                        "done",
                        "did you mean 'satisfies'?"));
    }

    private static Drawing inLane(String... namesAndValues) {
        return Drawing.good()
                .lanes(element(
                        "lane",
                        "id=\"lead\" name=\"lead\"",
                        properties(namesAndValues),
                        "<bpmn:flowNodeRef>open</bpmn:flowNodeRef>"));
    }

    static Stream<DiagramFault> places() {
        return Stream.of(
                fault("held where nobody holds", guarded("lease", "held"), "open__finish", "nobody could ever take it"),
                fault("within that leads elsewhere", guarded("within", "true"), "open__finish", "does not lead back"),
                fault("a list on a receive task", waiting("list", "Mine"), "open", "'list' has no meaning here"),
                fault("roles on a receive task", waiting("roles", "lead"), "open", "'roles' works on triggers"),
                fault("a state that satisfies", waiting("satisfies", "true"), "open", "it is for end events"),
                fault("roles without anybody", guarded("roles", ""), "open__finish", "'roles' is empty"),
                fault("roles of commas", guarded("roles", " , "), "open__finish", "write * for everybody"),
                fault("everybody and leads", guarded("roles", "*, lead"), "open__finish", "it can only stand alone"),
                fault("leads who are everybody", guarded("roles", "*+lead"), "open__finish", "only stand alone"),
                fault("everybody but everybody", guarded("except", "*"), "open__finish", "only in 'roles'"),
                fault("a plus alone", guarded("roles", "+"), "open__finish", "'+': a role is missing"),
                fault("a plus too many", guarded("roles", "lead+"), "open__finish", "'lead+': a role is missing"),
                fault("roles twice", guarded("roles", "lead", "roles", "human"), "open__finish", "is there twice"),
                fault("roles of a lane", inLane("roles", ""), "lead", "'roles' is empty"),
                fault("a misspelt lane", inLane("role", "human"), "lead", "did you mean 'roles'?"),
                fault("needs of a lane", inLane("needs", "luck"), "lead", "'needs' has no meaning here"),
                fault("work without a trigger", ended("work", "sweep"), "done", "name it with 'afterwards'"),
                fault("satisfies what", ended("satisfies", "yes"), "done", "can only be true or false"),
                fault("state on an arrow", guarded("state", "open"), "open__finish", "'state' has no meaning here"));
    }

    private static Drawing waiting(String name, String value) {
        return Drawing.good().draw("open", node("receiveTask", "open", properties("state", "open", name, value)));
    }

    private static Drawing ended(String name, String value) {
        return Drawing.good().draw("done", node("endEvent", "done", properties("state", "done", name, value)));
    }

    static Stream<DiagramFault> arrows() {
        return Stream.of(
                fault(
                        "an arrow to the start",
                        Drawing.good().draw("open__back", arrow("open__back", "back", "open_out", "begin")),
                        "open__back",
                        "no arrow can lead to the start event"),
                fault(
                        "a sub-process with two starts",
                        passing(node(
                                "subProcess",
                                "odd",
                                node("startEvent", "first"),
                                node("startEvent", "second"),
                                node("endEvent", "inner_end"),
                                arrow("first__end", "first", "inner_end"),
                                arrow("second__end", "second", "inner_end"))),
                        "odd",
                        "has one start event, and this one has 2"));
    }

    static Stream<DiagramFault> loops() {
        String round = element("serviceTask", "id=\"round\" camunda:expression=\"${1}\"");
        Drawing tasks = passing(element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\""))
                .draw("odd__done", arrow("odd__done", "odd", "choice"))
                .draw("choice", element("exclusiveGateway", "id=\"choice\" default=\"choice__round\""))
                .draw("choice__done", arrow("choice__done", "", "choice", "done", when("${task.attempts > 3}")))
                .draw("round", round)
                .draw("choice__round", arrow("choice__round", "choice", "round"))
                .draw("round__odd", arrow("round__odd", "round", "odd"));
        Drawing states = passing(
                        element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\"", properties("state", "odd")))
                .draw("odd__done", arrow("odd__done", "odd", "choice"))
                .draw("choice", element("exclusiveGateway", "id=\"choice\" default=\"choice__odd\""))
                .draw("choice__done", arrow("choice__done", "", "choice", "done", when("${task.attempts > 3}")))
                .draw("choice__odd", arrow("choice__odd", "choice", "odd"));
        return Stream.of(
                fault("service tasks and a gateway", tasks, "odd", "without ever waiting (odd → choice → round → odd)"),
                fault("a state that is passed through", states, "odd", "without ever waiting (odd → choice → odd)"),
                fault(
                        "an error that leads back",
                        passing(element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\""))
                                .draw("odd_fails", boundary("odd_fails", "odd", "<bpmn:errorEventDefinition/>"))
                                .draw("odd_fails__odd", arrow("odd_fails__odd", "odd_fails", "odd")),
                        "odd",
                        "without ever waiting (odd → odd_fails → odd)"));
    }

    static Stream<DiagramFault> elements() {
        return Stream.of(
                fault(
                        "an event-based gateway",
                        passing(element("eventBasedGateway", "id=\"odd\"")),
                        "odd",
                        "draw a receive task with a property 'state', and attach the timers"),
                fault(
                        "a receive task with a message",
                        passing(element("receiveTask", "id=\"odd\" messageRef=\"Message_x\""))
                                .beside("<bpmn:message id=\"Message_x\" name=\"x\"/>"),
                        "odd",
                        "a receive task with a message has no place in a lifecycle: a receive task waits for triggers"),
                fault(
                        "an external task without a state",
                        passing(element("serviceTask", "id=\"odd\" camunda:type=\"external\" camunda:topic=\"t\"")),
                        "odd",
                        "a task would wait here in no state"),
                fault(
                        "a signal that is thrown",
                        passing(node(
                                        "intermediateThrowEvent",
                                        "odd",
                                        "<bpmn:signalEventDefinition signalRef=\"Signal_x\"/>"))
                                .beside("<bpmn:signal id=\"Signal_x\" name=\"x\"/>"),
                        "odd",
                        "nothing would catch it"));
    }

    private static DiagramFault fault(String name, Drawing drawing, String element, String advice) {
        return new DiagramFault(name, drawing, element, advice);
    }
}
