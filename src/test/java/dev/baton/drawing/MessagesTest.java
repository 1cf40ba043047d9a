package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class MessagesTest {

    private static final String THROWN = "<bpmn:messageEventDefinition messageRef=\"Message_sent\"/>";

    /** The arrow {@code finish} passes an event that throws a message. */
    private static Drawing sender(String name, String... words) {
        return Drawing.passing(node("intermediateThrowEvent", "odd", properties(words), THROWN))
                .beside("<bpmn:message id=\"Message_sent\" name=\"" + name + "\"/>");
    }

    @OnBothDatabases
    void aMessageMovesATaskThatTheDataNames(Baton baton) {
        Drawing receiver = Drawing.good()
                .draw(
                        "open__finish",
                        arrow(
                                "open__finish",
                                "finish",
                                "open_out",
                                "done",
                                properties("requires", "note", "roles", "system")));
        String other = baton.create(receiver);
        Drawing drawing = sender("finish", "to", "task.peer", "gives", "note");
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"peer\":\"" + other + "\",\"note\":\"hello\"}");
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(other).equals("done"));
        JsonNode last = baton.history(other).get(1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("onBehalfOf").asText()).isEqualTo("worker-1");
        assertThat(baton.task(other).at("/data/note").asText()).isEqualTo("hello");
    }

    @OnBothDatabases
    void whatDoesNotFitIsRefusedAndRecorded(Baton baton) {
        String other = baton.create(Drawing.good());
        Drawing drawing = sender("fly", "to", "task.peers");
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"peers\":[\"" + other + "\",\"nobody-here\"]}");
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.history(id).size() == 4);
        assertThat(baton.history(id).toString())
                .contains("'fly' is not possible from 'open'", "there is no task 'nobody-here'");
        assertThat(baton.history(other).get(1).at("/payload/message/from").asText())
                .isEqualTo(id);
        assertThat(baton.state(other)).isEqualTo("open");
    }

    @OnBothDatabases
    void childrenTellTheirParent(Baton baton) {
        Drawing child = sender("hear", "to", "parent")
                .draw("done", node("endEvent", "done", properties("state", "done", "satisfies", "true")));
        baton.deploy(child);
        Drawing parent = Drawing.good()
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "split"))
                .draw(
                        "split",
                        element(
                                "callActivity",
                                "id=\"split\" calledElement=\"" + child.key() + "\"",
                                properties("state", "split")))
                .draw("split__done", arrow("split__done", "split", "done"))
                .draw(
                        "heard",
                        element(
                                "boundaryEvent",
                                "id=\"heard\" attachedToRef=\"split\"",
                                "<bpmn:messageEventDefinition messageRef=\"Message_hear\"/>"))
                .draw("told", state("endEvent", "told", "told"))
                .draw("heard__told", arrow("heard__told", "heard", "told"))
                .beside("<bpmn:message id=\"Message_hear\" name=\"hear\"/>");
        String id = baton.create(parent);
        baton.admin().move(id, "finish", "{}").expect(200);
        String only = baton.task(id).at("/children/0/id").asText();
        baton.admin().move(only, "finish", "{}").expect(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(id).equals("told"));
    }

    @OnBothDatabases
    void tasksThatOnlyAnswerEachOtherAreStopped(Baton baton) {
        String key = Drawing.good().key();
        Drawing drawing = Drawing.good(key)
                .draw("echo", node("intermediateThrowEvent", "echo", properties("to", "task.self"), THROWN))
                .draw("open__again", arrow("open__again", "again", "open_out", "echo"))
                .draw("echo__open", arrow("echo__open", "echo", "open"))
                .beside("<bpmn:message id=\"Message_sent\" name=\"again\"/>");
        baton.deploy(drawing);
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":{\"self\":\"%s\"}}".formatted(key, id, id))
                .expect(201);
        baton.admin().move(id, "again", "{}").expect(200);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> baton.history(id).toString().contains("the tasks only answer each other"));
        assertThat(baton.history(id)).hasSize(53);
    }

    /** Each of them would send to all others again, and so on. */
    @OnBothDatabases
    void tasksThatAnswerManyOthersAreStopped(Baton baton) {
        String key = Drawing.good().key();
        baton.deploy(Drawing.good(key)
                .draw("echo", node("intermediateThrowEvent", "echo", properties("to", "task.peers"), THROWN))
                .draw("open__again", arrow("open__again", "again", "open_out", "echo"))
                .draw("echo__open", arrow("echo__open", "echo", "open"))
                .beside("<bpmn:message id=\"Message_sent\" name=\"again\"/>"));
        List<String> ids = Stream.generate(Baton::newId).limit(6).toList();
        ids.forEach(id -> baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":{\"peers\":[\"%s\"]}}"
                                .formatted(key, id, String.join("\",\"", ids)))
                .expect(201));
        baton.admin().move(ids.get(0), "again", "{}").expect(200);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> ids.stream()
                        .allMatch(id -> baton.history(id).toString().contains("the tasks only answer each other")));
        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(30))
                .until(() -> baton.sql()
                        .sql("SELECT count(*) FROM task_message WHERE task_id IN (:ids)")
                        .param("ids", ids)
                        .query(Integer.class)
                        .single()
                        .equals(0));
        assertThat(ids.stream().mapToInt(id -> baton.history(id).size()).sum()).isLessThan(2_000);
    }

    @OnBothDatabases
    void aListWithVeryManyIdsIsCut(Baton baton) {
        Drawing drawing = sender("fly", "to", "task.peers");
        baton.deploy(drawing);
        String peers =
                IntStream.range(0, 5_000).mapToObj(i -> "\"nobody-" + i + "\"").collect(Collectors.joining(","));
        String id = baton.create(drawing.key(), "{\"peers\":[" + peers + "]}");
        baton.admin().move(id, "finish", "{}").expect(200);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> baton.history(id).toString().contains("a message goes to at most 200 tasks"));
        assertThat(baton.history(id)).hasSize(203);
        assertThat(baton.history(id).toString()).contains("nobody-199'").doesNotContain("nobody-200'");
    }

    @OnBothDatabases
    void theTableShowsTheMessages(Baton baton) {
        Drawing drawing = sender("finish", "to", "blockers");
        baton.deploy(drawing);
        JsonNode table = baton.lifecycle(drawing.key());
        assertThat(Json.list(table.get("messages"))).singleElement().satisfies(message -> {
            assertThat(message.get("trigger").asText()).isEqualTo("finish");
            assertThat(message.get("to").asText()).isEqualTo("blockers");
        });
        String id = baton.create(drawing.key());
        baton.admin().move(id, "finish", "{}").expect(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> baton.history(id).toString().contains("the task has none"));
    }

    @OnBothDatabases
    void mistakesAreNamed(Baton baton) {
        refused(baton, sender("finish"), "odd", "nobody would get the message");
        refused(baton, sender("finish", "to", "everybody"), "odd", "'to' is parent, children, blockers");
        refused(baton, sender("two words", "to", "parent"), "odd", "the message's name is the trigger");
        refused(
                baton,
                Drawing.good().draw("open", node("receiveTask", "open", properties("state", "open", "to", "parent"))),
                "open",
                "'to' is for events that throw a message");
    }
}
