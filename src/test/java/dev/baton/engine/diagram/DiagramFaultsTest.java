package dev.baton.engine.diagram;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.guarded;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Deployment;
import dev.baton.testing.DiagramFault;
import dev.baton.testing.Drawing;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our API and Camunda's REST report every error with its element, and deploy nothing. */
class DiagramFaultsTest {

    private final Baton baton = Baton.on(Database.H2);

    @ParameterizedTest
    @MethodSource({"diagrams", "attributes", "surroundings", "files"})
    void isNamedByOurApiWithItsElement(DiagramFault fault) {
        String key = fault.drawing().key();
        JsonNode problem = baton.admin()
                .put("/api/lifecycles/" + key, fault.drawing().xml(), "application/xml")
                .expect(422)
                .json();
        assertThat(problem.get("errors")).singleElement().satisfies(error -> {
            assertThat(error.get("element").asText()).isEqualTo(fault.element());
            assertThat(error.get("message").asText()).contains(fault.advice());
        });
        assertThat(problem.get("detail").asText()).contains(fault.element() + ": ");
        isNotDeployed(key);
    }

    @ParameterizedTest
    @MethodSource({"diagrams", "attributes", "surroundings", "files"})
    void isNamedByCamundasRestWithItsElement(DiagramFault fault) {
        String file = fault.drawing().key() + ".bpmn";
        JsonNode problem = new Deployment()
                .file(file, fault.drawing().xml())
                .by(baton.admin())
                .expect(400)
                .json();
        assertThat(problem.at("/details").get(file).get("errors"))
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.get("mainElementId").asText()).isEqualTo(fault.element());
                    assertThat(error.get("message").asText()).contains(fault.advice());
                });
        isNotDeployed(fault.drawing().key());
    }

    private void isNotDeployed(String key) {
        assertThat(baton.versions(key)).isZero();
        assertThat(baton.engine()
                        .getRepositoryService()
                        .createDeploymentQuery()
                        .deploymentName(key + ".bpmn")
                        .count())
                .isZero();
        assertThat(baton.sql()
                        .sql("SELECT count(*) FROM lifecycle_state WHERE lifecycle=?")
                        .param(key)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    /** Errors that are visible in the diagram alone; LifecycleValidatorTest has all of them. */
    static Stream<DiagramFault> diagrams() {
        return Stream.of(
                fault(
                        "a parallel gateway",
                        passing(element("parallelGateway", "id=\"odd\"")),
                        "odd",
                        "has no place in a lifecycle"),
                fault(
                        "a state that no arrow reaches",
                        Drawing.good().draw("lost", state("endEvent", "lost", "lost")),
                        "lost",
                        "lead an arrow there, or give it the property unreachable=true"),
                fault(
                        "a condition that is no expression",
                        choice("${task.attempts &lt;}"),
                        "odd__done",
                        "the condition can't be read"));
    }

    /** Attributes and elements of the engine where it does not read them. */
    static Stream<DiagramFault> attributes() {
        String sum = "camunda:resultVariable=\"sum\"";
        Drawing startable = Drawing.good()
                .attributes("isExecutable=\"true\" camunda:historyTimeToLive=\"P30D\""
                        + " camunda:candidateStarterGroups=\"lead\"");
        return Stream.of(
                ignored(
                        "the result of an expression",
                        service("camunda:expression=\"${1}\" " + sum),
                        "camunda:resultVariable has no meaning here; it is for business rule tasks that ask a decision."
                                + " An expression keeps what it computes with ${task.put('field', …)}"),
                ignored(
                        "the result of a delegate",
                        service("camunda:delegateExpression=\"${releaseLease}\" " + sum),
                        "camunda:resultVariable has no meaning here; it is for business rule tasks that ask a decision"),
                ignored(
                        "the result of a business rule task without a decision",
                        odd("businessRuleTask", "camunda:expression=\"${1}\" " + sum),
                        "camunda:resultVariable has no meaning here"),
                ignored(
                        "an assignee of a service task",
                        service("camunda:expression=\"${1}\" camunda:assignee=\"lead\""),
                        "camunda:assignee has no meaning here; it is for user tasks"),
                ignored(
                        "groups of a plain task",
                        odd("task", "camunda:candidateGroups=\"lead\""),
                        "camunda:candidateGroups has no meaning here; it is for user tasks"),
                ignored(
                        "a due date of a service task",
                        service("camunda:expression=\"${1}\" camunda:dueDate=\"P1D\""),
                        "camunda:dueDate has no meaning here; it is for user tasks"),
                ignored(
                        "work of a plain task",
                        odd("task", "camunda:delegateExpression=\"${releaseLease}\""),
                        "camunda:delegateExpression has no meaning here; it is for service tasks, send tasks"),
                ignored(
                        "an expression of a manual task",
                        odd("manualTask", "camunda:expression=\"${1}\""),
                        "camunda:expression has no meaning here; it is for service tasks"),
                ignored(
                        "a list of a task for one",
                        odd("task", "camunda:collection=\"${task.people}\""),
                        "camunda:collection has no meaning here; it is for the marker of multi-instance activities"),
                ignored(
                        "a form of a service task",
                        service("camunda:expression=\"${1}\" camunda:formKey=\"embedded:deployment:x.html\""),
                        "camunda:formKey has no meaning here; it is for user tasks and start events"),
                ignored(
                        "a topic that no worker fetches",
                        service("camunda:expression=\"${1}\" camunda:topic=\"render\""),
                        "camunda:topic has no meaning here; it is for service tasks of type external"),
                ignored(
                        "two kinds of work",
                        service("camunda:expression=\"${1}\" camunda:delegateExpression=\"${releaseLease}\""),
                        "it has several kinds of work: which one counts? Keep one of camunda:delegateExpression, camunda:expression"),
                ignored(
                        "a listener of a user task elsewhere",
                        element(
                                "task",
                                "id=\"odd\"",
                                "<bpmn:extensionElements><camunda:taskListener event=\"create\" expression=\"${1}\"/></bpmn:extensionElements>"),
                        "camunda:taskListener has no meaning here; it is for user tasks"),
                fault("who can start it", startable, startable.key(), "is not allowed: nobody would enforce it"),
                fault(
                        "a variable for who started it",
                        Drawing.good().draw("begin", element("startEvent", "id=\"begin\" camunda:initiator=\"who\"")),
                        "begin",
                        "the role 'creator' is whoever began the task"));
    }

    private static String service(String attributes) {
        return odd("serviceTask", attributes);
    }

    private static String odd(String type, String attributes) {
        return element(type, "id=\"odd\" " + attributes);
    }

    private static DiagramFault ignored(String name, String xml, String advice) {
        return fault(name, passing(xml), "odd", advice);
    }

    /** Errors that only a server can find: groups, schemas, rules, beans, calendars. */
    static Stream<DiagramFault> surroundings() {
        return Stream.of(
                fault("an unknown role", guarded("roles", "boss"), "open__finish", "'boss' is no group: create it"),
                fault(
                        "an artifact without a schema",
                        guarded("requires", "poem"),
                        "open__finish",
                        "there is no schema artifacts/poem.schema.json"),
                fault("an unknown rule", guarded("needs", "luck"), "open__finish", "there is no rule of that name"),
                fault(
                        "unknown work afterwards",
                        Drawing.good()
                                .draw(
                                        "done",
                                        node(
                                                "endEvent",
                                                "done",
                                                properties("state", "done", "afterwards", "x", "work", "magic"))),
                        "done",
                        "there is no work named 'magic'"),
                fault(
                        "an unknown name in a condition",
                        choice("${tsk.attempts &lt; 3}"),
                        "odd__done",
                        "the condition uses 'tsk'"),
                fault(
                        "a timer that is no duration",
                        Drawing.good()
                                .draw("odd", boundary("odd", "open", timer().replace("P1D", "tomorrow")))
                                .draw("odd__done", arrow("odd__done", "odd", "done")),
                        "odd",
                        "'tomorrow' is no ISO-8601 duration"),
                fault(
                        "an unknown candidate group",
                        passing(element(
                                        "userTask",
                                        "id=\"odd\" camunda:candidateGroups=\"reviewer, reviewers\"",
                                        properties("state", "odd")))
                                .draw("odd__done", arrow("odd__done", "go", "odd", "done")),
                        "odd",
                        "the candidate group 'reviewers' does not exist"));
    }

    private static Drawing choice(String condition) {
        return passing(element("exclusiveGateway", "id=\"odd\" default=\"odd__open\""))
                .draw("odd__done", arrow("odd__done", "", "odd", "done", when(condition)))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
    }

    static Stream<DiagramFault> files() {
        Drawing mayfly = Drawing.good().attributes("isExecutable=\"true\"");
        Drawing sketch = Drawing.good().attributes("camunda:historyTimeToLive=\"P30D\" isExecutable=\"false\"");
        Drawing pair = Drawing.good()
                .beside("<bpmn:process id=\"other\" isExecutable=\"true\" camunda:historyTimeToLive=\"P1D\"/>");
        Drawing stowaway = Drawing.good().beside("<bpmn:process id=\"other\" camunda:historyTimeToLive=\"P1D\"/>");
        Drawing nameless =
                Drawing.good().draw("x", "<bpmn:sequenceFlow name=\"x\" sourceRef=\"open_out\" targetRef=\"done\"/>");
        return Stream.of(
                fault("no history time to live", mayfly, mayfly.key(), "camunda:historyTimeToLive"),
                fault(
                        "no executable process",
                        sketch,
                        sketch.key() + ".bpmn",
                        "exactly one process that is executable"),
                fault("two executable processes", pair, pair.key() + ".bpmn", "exactly one process that is executable"),
                fault(
                        "a second process that the engine would run",
                        stowaway,
                        stowaway.key() + ".bpmn",
                        "exactly one process that is executable"),
                fault(
                        "an arrow without an id",
                        nameless,
                        nameless.key(),
                        "a sequence flow in it has no id: give it one"));
    }

    private static DiagramFault fault(String name, Drawing drawing, String element, String advice) {
        return new DiagramFault(name, drawing, element, advice);
    }
}
