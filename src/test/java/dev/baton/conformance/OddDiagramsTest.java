package dev.baton.conformance;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.baton.engine.deployment.DiagramTrial;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What other tools draw: it is refused in sentences that name elements, or its tasks can be created and moved. */
class OddDiagramsTest {

    private static final Map<String, String> DEFINITIONS = new LinkedHashMap<>();

    static {
        DEFINITIONS.put("message", "<bpmn:messageEventDefinition messageRef=\"M\"/>");
        DEFINITIONS.put("message without one", "<bpmn:messageEventDefinition/>");
        DEFINITIONS.put("signal", "<bpmn:signalEventDefinition signalRef=\"S\"/>");
        DEFINITIONS.put("timer", Drawing.timer());
        DEFINITIONS.put("error", "<bpmn:errorEventDefinition errorRef=\"E\"/>");
        DEFINITIONS.put("escalation", "<bpmn:escalationEventDefinition escalationRef=\"X\"/>");
        DEFINITIONS.put(
                "condition",
                "<bpmn:conditionalEventDefinition><bpmn:condition xsi:type=\"bpmn:tFormalExpression\">${true}"
                        + "</bpmn:condition></bpmn:conditionalEventDefinition>");
        DEFINITIONS.put("compensation", "<bpmn:compensateEventDefinition/>");
        DEFINITIONS.put("cancellation", "<bpmn:cancelEventDefinition/>");
        DEFINITIONS.put("termination", "<bpmn:terminateEventDefinition/>");
        DEFINITIONS.put("link", "<bpmn:linkEventDefinition name=\"L\"/>");
        DEFINITIONS.put("nothing", "");
        DEFINITIONS.put("two", DEFINITIONS.get("message") + DEFINITIONS.get("signal"));
    }

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void everyEventAtEveryPlace() {
        SoftAssertions all = new SoftAssertions();
        DEFINITIONS.forEach((name, definition) -> {
            for (Map.Entry<String, Drawing> place : places(definition).entrySet()) {
                all.check(() -> refusedOrWorks(name + " at " + place.getKey(), place.getValue()));
            }
        });
        all.assertAll();
    }

    private static Map<String, Drawing> places(String event) {
        Map<String, Drawing> places = new LinkedHashMap<>();
        places.put("start", Drawing.good().draw("begin", node("startEvent", "begin", event)));
        places.put(
                "end",
                Drawing.good().draw("done", element("endEvent", "id=\"done\"", properties("state", "done"), event)));
        places.put(
                "catch", passing(element("intermediateCatchEvent", "id=\"odd\"", properties("state", "odd"), event)));
        places.put("throw", passing(node("intermediateThrowEvent", "odd", event)));
        for (String interrupts : List.of("true", "false")) {
            places.put(
                    "boundary, interrupting " + interrupts,
                    Drawing.good()
                            .draw(
                                    "odd",
                                    element(
                                            "boundaryEvent",
                                            "id=\"odd\" attachedToRef=\"open\" cancelActivity=\"" + interrupts + "\"",
                                            event))
                            .draw("late", state("endEvent", "late", "late"))
                            .draw("odd__late", arrow("odd__late", "odd", "late")));
            places.put(
                    "event sub-process, interrupting " + interrupts,
                    Drawing.good()
                            .draw(
                                    "sub",
                                    element(
                                            "subProcess",
                                            "id=\"sub\" triggeredByEvent=\"true\"",
                                            element(
                                                    "startEvent",
                                                    "id=\"odd\" isInterrupting=\"" + interrupts + "\"",
                                                    event),
                                            state("endEvent", "late", "late"),
                                            arrow("odd__late", "odd", "late"))));
        }
        places.values()
                .forEach(drawing -> drawing.beside("<bpmn:message id=\"M\" name=\"m\"/>")
                        .beside("<bpmn:signal id=\"S\" name=\"s\"/>")
                        .beside("<bpmn:error id=\"E\" errorCode=\"e\"/>")
                        .beside("<bpmn:escalation id=\"X\" escalationCode=\"x\"/>"));
        return places;
    }

    @Test
    void severalEventsInOneAreRefused() {
        assertThat(refusal(places(DEFINITIONS.get("two")).get("start")))
                .contains("begin: it is several events in one: draw an event for each of them");
    }

    @Test
    void namesThatCanNotBeStoredAreRefused() {
        String name = "n".repeat(300);
        assertThat(refusal(Drawing.good()
                        .attributes("name=\"" + name + "\" isExecutable=\"true\" camunda:historyTimeToLive=\"P1D\"")))
                .singleElement()
                .asString()
                .contains("its name has 300 characters; it can have at most 255");
        assertThat(refusal(passing(element("userTask", "id=\"odd\" name=\"" + name + "\"", properties("state", "odd")))
                        .draw("odd__done", arrow("odd__done", "ok", "odd", "done"))))
                .singleElement()
                .asString()
                .contains("odd: its name has 300 characters");
        assertThat(refusal(Drawing.good().draw("open__finish", arrow(name, "finish", "open_out", "done"))))
                .singleElement()
                .asString()
                .contains("its id has 300 characters; it can have at most 200");
    }

    @Test
    void adHocSubProcessesAreNamed() {
        assertThat(refusal(passing(node("adHocSubProcess", "odd", state("receiveTask", "inside", "inside")))))
                .contains("odd: an ad hoc sub process has no place in a lifecycle: use a plain sub-process");
    }

    @Test
    void markersThatDoNothingAreNamed() {
        assertThat(refusal(passing(node("task", "odd", "<bpmn:standardLoopCharacteristics/>"))))
                .containsExactly("odd: the loop marker does nothing: draw an arrow that leads back");
    }

    /** A consultant sees the mistakes of the file and those of the lifecycle together. */
    @Test
    void allFaultsOfTheXmlSchemaAreSaidAtOnceWithTheOthers() {
        Drawing drawing = Drawing.guarded("role", "lead")
                .draw("begin", element("startEvent", "id=\"begin\" colour=\"red\""))
                .draw("loose", "<bpmn:sequenceFlow id=\"loose\" sourceRef=\"open\"/>")
                .draw("twice", node("task", "done"))
                .draw("no id", "<bpmn:task id=\"no id\"/>");
        assertThat(refusal(drawing))
                .anyMatch(fault -> fault.matches("begin: line \\d+: <bpmn:startEvent> can't have the attribute colour"))
                .anyMatch(fault -> fault.matches("loose: line \\d+: <bpmn:sequenceFlow> needs the attribute targetRef"))
                .anyMatch(fault -> fault.matches("done: line \\d+: the id 'done' is there twice"))
                .anyMatch(fault -> fault.startsWith("no id: ") && fault.contains("'no id' can't be an id"))
                .anyMatch(fault -> fault.startsWith("open__finish: ") && fault.contains("did you mean 'roles'?"))
                .noneMatch(fault -> fault.contains("cvc-"));
    }

    @Test
    void aMessageBeginsTasksOfOneLifecycleOnly() {
        Drawing first = beginning("new-order");
        Drawing second = beginning("new-order");
        baton.deploy(first);
        baton.deploy(first.draw("open__quit", arrow("open__quit", "quit", "open_out", "done")));
        Answer answer = baton.admin().put("/api/lifecycles/" + second.key(), second.xml(), "application/xml");
        assertThat(answer.expect(422).body())
                .contains("the message 'new-order' begins tasks of '" + first.key() + "' already");
        assertThat(refusal(second)).hasSize(1);
    }

    private static Drawing beginning(String message) {
        return Drawing.good()
                .beside("<bpmn:message id=\"M\" name=\"" + message + "\"/>")
                .draw("begin", node("startEvent", "begin", "<bpmn:messageEventDefinition messageRef=\"M\"/>"));
    }

    @Test
    void timesThatNothingCanHoldAreNamed() {
        assertThat(refusal(lasting("P999999999Y")))
                .containsExactly("late: the timer would fire after the year 9999: 'P999999999Y' is too far away");
        assertThat(refusal(lasting("P20000Y")))
                .containsExactly("late: the timer would fire after the year 9999: 'P20000Y' is too far away");
        Drawing forever = Drawing.good();
        String xml = forever.xml().replace("historyTimeToLive=\"P30D\"", "historyTimeToLive=\"forever\"");
        assertThat(baton.admin()
                        .put("/api/lifecycles/" + forever.key(), xml, "application/xml")
                        .expect(422)
                        .body())
                .contains("the history time to live 'forever' is no number of days, such as 30 or P30D\"");
    }

    private static Drawing lasting(String duration) {
        return Drawing.good()
                .draw("late", Drawing.boundary("late", "open", Drawing.timer().replace("P1D", duration)))
                .draw("late__done", arrow("late__done", "late", "done"));
    }

    @Test
    void whoGetsAUserTaskIsCheckedWhenItIsMade() {
        Drawing drawing = passing(Drawing.element(
                        "userTask", "id=\"odd\" camunda:candidateGroups=\"${task.who}\"", properties("state", "odd")))
                .draw("odd__done", arrow("odd__done", "end", "odd", "done"));
        baton.deploy(drawing);
        for (String data : List.of("{}", "{\"who\":5}", "{\"who\":[1]}")) {
            String id = baton.create(drawing.key(), data);
            assertThat(baton.admin().move(id, "finish", "{}").expect(422).body())
                    .contains("At 'odd' the expression ${task.who} can't be used: ");
        }
        String id = baton.create(drawing.key(), "{\"who\":[\"lead\"]}");
        baton.admin().move(id, "finish", "{}").expect(200);
    }

    @Test
    void noFileMakesTheServerCallAnAddress() throws IOException {
        List<String> calls = new CopyOnWriteArrayList<>();
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", call -> {
            calls.add(call.getRequestURI().getPath());
            call.sendResponseHeaders(404, -1);
        });
        elsewhere.start();
        try {
            String place = "http://127.0.0.1:" + elsewhere.getAddress().getPort();
            String namespace = "http://www.omg.org/spec/BPMN/20100524/";
            String located = Drawing.good()
                    .xml()
                    .replace(
                            "<bpmn:definitions ",
                            "<bpmn:definitions xsi:schemaLocation=\"%1$sMODEL %2$s/model.xsd http://x %2$s/x.xsd %1$sDI %2$s/di.xsd\" "
                                    .formatted(namespace, place));
            String answer = baton.as("intern")
                    .send("POST", "/api/lifecycles/check", located, "application/xml")
                    .expect(200)
                    .body();
            assertThat(calls).isEmpty();
            assertThat(answer).contains("remove xsi:schemaLocation");
            baton.admin()
                    .put("/api/lifecycles/located", located, "application/xml")
                    .expect(422);
            String inside = Drawing.good()
                    .xml()
                    .replace(
                            "</bpmn:process>",
                            "<bpmn:extensionElements/></bpmn:process><x:x xmlns:x=\"http://x\" xsi:schemaLocation=\"http://x %s/x.xsd\"/>"
                                    .formatted(place));
            assertThat(baton.as("intern")
                            .send("POST", "/api/lifecycles/check", inside, "application/xml")
                            .expect(200)
                            .body())
                    .contains("remove xsi:schemaLocation");
            assertThat(calls).isEmpty();
            String harmless = Drawing.good()
                    .xml()
                    .replace(
                            "<bpmn:definitions ",
                            "<bpmn:definitions xsi:schemaLocation=\"%1$sMODEL %2$s/model.xsd http://x x.xsd\" "
                                    .formatted(namespace, place));
            assertThat(baton.as("intern")
                            .send("POST", "/api/lifecycles/check", harmless, "application/xml")
                            .expect(200)
                            .body())
                    .contains("\"valid\":true");
            assertThat(calls).isEmpty();
        } finally {
            elsewhere.stop(0);
        }
    }

    @Test
    void otherFilesAreNoDiagrams() {
        Map<String, String> files = Map.of(
                "<html><body>hi</body></html>",
                "this is not a BPMN file: line 1: <html> is no element of BPMN",
                "{\"a\":1}",
                "this is not a BPMN file: line 1: Content is not allowed in prolog.",
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><x>&e;</x>",
                "a diagram has no document type",
                Drawing.good().xml().substring(0, 300),
                "this is not a BPMN file: line ");
        files.forEach((file, sentence) -> {
            JsonNode answer = baton.as("intern")
                    .send("POST", "/api/lifecycles/check", file, "application/xml")
                    .expect(200)
                    .json();
            assertThat(answer.at("/violations/0/message").asText()).contains(sentence);
        });
    }

    @Test
    void otherEncodingsAreRead() {
        String xml = Drawing.good().xml();
        for (byte[] file : List.of(
                xml.replace("UTF-8", "UTF-16").getBytes(StandardCharsets.UTF_16),
                ("\uFEFF" + xml).getBytes(StandardCharsets.UTF_8))) {
            assertThat(baton.bean(DiagramTrial.class).check(file, Map.of()).violations())
                    .isEmpty();
        }
    }

    private List<String> refusal(Drawing drawing) {
        JsonNode answer = baton.admin()
                .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                .expect(422)
                .json();
        return sentences(answer.get("errors"));
    }

    private static List<String> sentences(JsonNode errors) {
        return Json.list(errors).stream()
                .map(error -> error.get("element").asText() + ": "
                        + error.get("message").asText())
                .toList();
    }

    private void refusedOrWorks(String what, Drawing drawing) {
        Answer answer = baton.admin().put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml");
        assertThat(answer.status()).as(what + ": " + answer.body()).isIn(200, 201, 422);
        if (answer.status() == 422) {
            assertThat(sentences(answer.json().get("errors")))
                    .as(what)
                    .isNotEmpty()
                    .allSatisfy(text -> assertThat(text).doesNotContain("null", "Exception", "java."));
            return;
        }
        Walk walk = new Walk(baton, drawing.key(), new ArrayList<>()::add);
        if (walk.tryToBegin()) {
            for (int step = 0; step < 4 && !walk.terminal(walk.state()); step++) {
                walk.step(new Random(step));
            }
            walk.abandon();
        }
    }
}
