package dev.baton.api;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.DiagramFault;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code POST /api/lifecycles/check} says what deploying would say, and what it would change. */
@DatabaseIndependent
class CheckingLifecyclesTest {

    private static final String TIMER =
            "<bpmn:timerEventDefinition><bpmn:%1$s>%2$s</bpmn:%1$s></bpmn:timerEventDefinition>";

    @OnBothDatabases
    void everybodyCanAskWhatADiagramWouldChange(Baton baton) {
        Drawing drawing = Drawing.good();
        assertThat(check(baton, drawing).at("/changes/version").isNull()).isTrue();
        String id = baton.create(drawing);
        drawing.draw("open", state("receiveTask", "open", "waiting"))
                .draw("open__stop", arrow("open__stop", "stop", "open_out", "done"));

        JsonNode answer = check(baton, drawing);
        assertThat(answer.get("valid").asBoolean()).isTrue();
        JsonNode changes = answer.get("changes");
        assertThat(changes.get("key").asText()).isEqualTo(drawing.key());
        assertThat(changes.get("version").asInt()).isEqualTo(1);
        assertThat(Json.texts(changes.get("statesAdded"))).containsExactly("waiting");
        assertThat(Json.texts(changes.get("statesRemoved"))).containsExactly("open");
        assertThat(changes.get("transitionsAdded").toString())
                .contains("{\"from\":\"waiting\",\"to\":\"done\",\"trigger\":\"stop\"}");
        assertThat(changes.get("transitionsRemoved").toString())
                .contains("{\"from\":\"open\",\"to\":\"done\",\"trigger\":\"finish\"}");
        assertThat(changes.get("notMigratable")).singleElement().satisfies(left -> {
            assertThat(left.get("id").asText()).isEqualTo(id);
            assertThat(left.get("reason").asText()).contains("no state 'open'");
        });
        assertThat(baton.versions(drawing.key())).isEqualTo(1);
    }

    @OnBothDatabases
    void schemasCanComeAlong(Baton baton) {
        Drawing drawing = Drawing.guarded("requires", "poem");
        assertThat(check(baton, drawing).get("violations").toString()).contains("there is no schema");
        Deployment files =
                new Deployment().file("mine.bpmn", drawing.xml()).file("poem.schema.json", "{\"type\":\"string\"}");
        JsonNode answer = files.send(baton.as("worker-1"), "POST", "/api/lifecycles/check")
                .expect(200)
                .json();
        assertThat(answer.get("valid").asBoolean()).as(answer.toString()).isTrue();
        assertThat(baton.versions(drawing.key())).isZero();
        assertThat(files.file("other/poem.schema.json", "{\"type\":\"number\"}")
                        .send(baton.as("worker-1"), "POST", "/api/lifecycles/check")
                        .expect(400)
                        .body())
                .contains("two files have the name 'poem.schema.json': which one counts? Send one of them");
    }

    @OnBothDatabases
    void anotherKeyIsNamedWithAllOtherMistakes(Baton baton) {
        Drawing drawing =
                Drawing.guarded("rols", "lead").draw("open__stop", arrow("open__stop", "", "open_out", "done"));
        Problem problem =
                Problem.of(baton.admin().put("/api/lifecycles/another", drawing.xml(), "application/xml"), 422);
        assertThat(problem.json().toString())
                .contains("this is not 'another'")
                .contains("did you mean 'roles'?")
                .contains("open__stop");
        Problem broken = Problem.of(
                baton.admin()
                        .put(
                                "/api/lifecycles/another",
                                drawing.xml().replace("<bpmn:endEvent", "<bpmn:endEvent color=\"red\""),
                                "application/xml"),
                422);
        assertThat(broken.json().toString())
                .contains("this is not 'another'")
                .contains("can't have the attribute color")
                .contains("did you mean 'roles'?");
        assertThat(baton.versions(drawing.key())).isZero();
    }

    @OnBothDatabases
    void aRequestWithoutADiagramIsRefused(Baton baton) {
        Deployment nothing = new Deployment().file("poem.schema.json", "{}");
        assertThat(Problem.of(nothing.send(baton.admin(), "POST", "/api/lifecycles/check"), 400)
                        .detail())
                .contains("there is no diagram");
        assertThat(Problem.of(
                                baton.admin()
                                        .send("POST", "/api/lifecycles/check", "x", "multipart/form-data; boundary=y"),
                                400)
                        .detail())
                .isNotEmpty();
        assertThat(Problem.of(baton.admin().send("POST", "/api/lifecycles/check", "", "application/xml"), 400)
                        .detail())
                .contains("The body is empty");
        assertThat(Problem.of(baton.admin().put("/api/lifecycles/empty", "", "application/xml"), 400)
                        .detail())
                .contains("The body is empty");
        Problem.of(baton.anonymous().send("POST", "/api/lifecycles/check", "<a/>", "application/xml"), 401);
    }

    @OnBothDatabases
    void aFileNameWithControlCharactersIsRefused(Baton baton) {
        for (String name : List.of("a\u0000.bpmn", "a\u0007.bpmn", "..")) {
            Deployment odd = new Deployment().file(name, Drawing.good().xml());
            assertThat(Problem.of(odd.send(baton.admin(), "POST", "/api/lifecycles/check"), 400)
                            .detail())
                    .contains("a file has no usable name");
        }
    }

    @OnBothDatabases
    void aProcessWithoutAnIdIsRefused(Baton baton) {
        Drawing drawing = Drawing.good();
        String xml = drawing.xml().replace("<bpmn:process id=\"" + drawing.key() + "\"", "<bpmn:process");
        assertThat(Problem.of(baton.admin().put("/api/lifecycles/nameless", xml, "application/xml"), 422)
                        .detail())
                .contains("the process has no id: give it one");
    }

    /** Every state can be left by every message, which makes as many transitions as there can be. */
    @Test
    void theLargestDiagramIsReadInSeconds() {
        Drawing drawing = Drawing.good();
        for (int i = 0; i < 120; i++) {
            drawing.draw("s" + i, state("receiveTask", "s" + i, "s" + i))
                    .draw("a" + i, arrow("a" + i, "go", "s" + i, i == 119 ? "done" : "s" + (i + 1)))
                    .draw(
                            "e" + i,
                            element(
                                    "subProcess",
                                    "id=\"e" + i + "\" triggeredByEvent=\"true\"",
                                    element(
                                            "startEvent",
                                            "id=\"m" + i + "\"",
                                            properties("lease", "holder"),
                                            "<bpmn:messageEventDefinition messageRef=\"Message_" + i + "\"/>"),
                                    state("endEvent", "x" + i, "x" + i),
                                    arrow("f" + i, "m" + i, "x" + i)))
                    .beside("<bpmn:message id=\"Message_" + i + "\" name=\"m" + i + "\"/>");
        }
        drawing.draw("open__far", arrow("open__far", "far", "open_out", "s0"));
        JsonNode answer = assertTimeout(Duration.ofSeconds(20), () -> check(Baton.on(Database.H2), drawing));
        assertThat(answer.get("valid").asBoolean()).as(answer.toString()).isTrue();
    }

    @ParameterizedTest
    @MethodSource({"timers", "expressions", "parts", "continuations", "files"})
    void aMistakeIsNamedWithItsElement(DiagramFault fault) {
        JsonNode answer = check(Baton.on(Database.H2), fault.drawing());
        assertThat(answer.get("valid").asBoolean()).isFalse();
        assertThat(Json.list(answer.get("violations")))
                .as(answer.toString())
                .anySatisfy(violation -> {
                    assertThat(violation.get("element").asText()).isEqualTo(fault.element());
                    assertThat(violation.get("message").asText()).contains(fault.advice());
                })
                .allSatisfy(violation ->
                        assertThat(violation.get("element").asText()).isEqualTo(fault.element()));
    }

    static Stream<DiagramFault> timers() {
        return Stream.of(
                timed("timeCycle", "R/PT0S", "would fire too often"),
                timed("timeCycle", "R/PT0.5S", "repeats in less than PT1S"),
                timed("timeCycle", "R5/2001-01-01T00:00:00/PT0.001S", "would fire too often"),
                timed("timeCycle", "0 0 0 30 2 *", "would never fire"),
                timed("timeCycle", "R1/2001-01-01T00:00:00/PT1S", "has no date left"),
                timed("timeCycle", "R0/PT5M", "the timer can't be read"),
                timed("timeDuration", "R/PT1H", "is a cycle"),
                timed("timeDuration", "PT0S", "would fire at once"),
                timed("timeDuration", "-PT1H", "the timer can't be read"),
                timed("timeDuration", "", "the timer needs one time"),
                timed("timeDuration", "${tsk.timeout}", "uses 'tsk'"),
                timed("timeDate", "tomorrow", "is no ISO-8601"));
    }

    private static DiagramFault timed(String type, String text, String advice) {
        return new DiagramFault(
                type + " " + text,
                Drawing.good()
                        .draw("odd", boundary("odd", "open", TIMER.formatted(type, text)))
                        .draw("odd__done", arrow("odd__done", "odd", "done")),
                "odd",
                advice);
    }

    static Stream<DiagramFault> expressions() {
        return Stream.of(
                condition("task.attempts &lt; 3", "write it as ${task.attempts < 3}"),
                condition("true", "write it as ${true}"),
                condition("= approved", "write an expression such as ${task.attempts < 3}"),
                condition("task.risk = 1", "write an expression such as ${task.attempts < 3}"),
                condition(" ", "the condition is empty"),
                condition("${true} or so", "has text around its expression"),
                service("camunda:delegateExpression=\"${task}\"", "is data and no delegate"),
                service("camunda:delegateExpression=\"releaseLease\"", "names one of the server's delegates"),
                service("camunda:delegateExpression=\"${magic}\"", "uses 'magic'"),
                service("camunda:expression=\"${releaseLease}\"", "does not run the delegate 'releaseLease'"),
                service("camunda:expression=\"${task.title.repeat(9)}\"", "calls 'repeat'"),
                service("camunda:class=\"java.lang.String\"", "is not allowed"),
                service("", "it does nothing"),
                user("camunda:dueDate=\"tomorrow\"", "is no ISO-8601 date"),
                user("camunda:priority=\"high\"", "is no whole number"),
                user("camunda:assignee=\"${who}\"", "uses 'who'"),
                user("camunda:candidateUsers=\"${task.\"", "can't be read"));
    }

    private static DiagramFault condition(String text, String advice) {
        return new DiagramFault(
                "condition " + text,
                passing(element("exclusiveGateway", "id=\"odd\" default=\"odd__open\""))
                        .draw("odd__done", arrow("odd__done", "", "odd", "done", when(text)))
                        .draw("odd__open", arrow("odd__open", "odd", "open")),
                "odd__done",
                advice);
    }

    private static DiagramFault service(String attributes, String advice) {
        return new DiagramFault(
                "service " + attributes, passing(element("serviceTask", "id=\"odd\" " + attributes)), "odd", advice);
    }

    private static DiagramFault user(String attributes, String advice, String... content) {
        return new DiagramFault(
                "user task " + attributes + String.join("", content),
                passing(element(
                                "userTask",
                                "id=\"odd\" " + attributes,
                                Stream.concat(Stream.of(properties("state", "odd")), Stream.of(content))
                                        .toArray(String[]::new)))
                        .draw("odd__done", arrow("odd__done", "go", "odd", "done")),
                "odd",
                advice);
    }

    static Stream<DiagramFault> parts() {
        return Stream.of(
                user("", "it can be from 1 to 100", number("0")),
                user("", "it can be from 1 to 100", number("1000000")),
                user("", "is no whole number", number("1.5")),
                user("", "write it as ${task.reviewers}", list("reviewers")),
                user("", "uses 'reviewers'", list("${reviewers}")),
                user("", "say how many parts", "<bpmn:multiInstanceLoopCharacteristics/>"));
    }

    private static String number(String text) {
        return "<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>" + text
                + "</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>";
    }

    private static String list(String text) {
        return "<bpmn:multiInstanceLoopCharacteristics camunda:collection=\"" + text + "\"/>";
    }

    static Stream<DiagramFault> continuations() {
        return Stream.of("async", "asyncBefore", "asyncAfter")
                .flatMap(name -> Stream.of(
                        service("camunda:expression=\"${1}\" camunda:" + name + "=\"true\"", "between two states"),
                        service(
                                "camunda:expression=\"${1}\" xmlns:old=\"http://activiti.org/bpmn\" old:" + name
                                        + "=\"true\"",
                                "between two states")));
    }

    static Stream<DiagramFault> files() {
        Drawing nameless = Drawing.good();
        String deep = "<bpmn:subProcess>".repeat(60);
        return Stream.of(
                new DiagramFault(
                        "no id",
                        Drawing.good("").attributes("isExecutable=\"true\" camunda:historyTimeToLive=\"P30D\""),
                        "diagram.bpmn",
                        "'' can't be an id"),
                new DiagramFault(
                        "too deep",
                        nameless.draw("deep", deep + deep.replace("<", "</")),
                        "diagram.bpmn",
                        "nested too deeply"),
                new DiagramFault(
                        "too large",
                        Drawing.good().draw("more", "<bpmn:task/>".repeat(600)),
                        "diagram.bpmn",
                        "it is too large"));
    }

    private static JsonNode check(Baton baton, Drawing drawing) {
        return baton.as("worker-1")
                .send("POST", "/api/lifecycles/check", drawing.xml(), "application/xml")
                .expect(200)
                .json();
    }

    @OnBothDatabases
    void theVocabularyListsWhatADiagramCanName(Baton baton) {
        JsonNode words = baton.as("worker-1")
                .get("/api/lifecycles/vocabulary")
                .expect(200)
                .json();
        assertThat(Json.list(words.get("properties")).stream()
                        .map(word -> word.get("name").asText()))
                .contains("state", "roles", "requires", "lease", "samePerson");
        assertThat(Json.texts(words.get("groups"))).contains("lead", "reviewer").doesNotContain("camunda-admin");
        assertThat(Json.texts(words.get("roles"))).contains("assignee", "system");
        assertThat(Json.texts(words.get("rules"))).isNotEmpty();
        assertThat(Json.texts(words.get("delegates"))).contains("releaseLease");
        assertThat(Json.texts(words.at("/expressions/names")))
                .containsAll(List.of("task", "payload", "actor", "policy"));
    }
}
