package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
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

class SubtasksTest {

    private static final String LIST =
            "<bpmn:multiInstanceLoopCharacteristics camunda:collection=\"${task.chapters}\" camunda:elementVariable=\"chapter\"/>";

    /** A child ends well with {@code finish}, or fails with {@code give-up}; {@code stop} ends it in {@code stopped}. */
    private static Drawing child(Baton baton) {
        Drawing child = Drawing.stoppable()
                .draw("done", node("endEvent", "done", properties("state", "done", "satisfies", "true")))
                .draw(
                        "open__finish",
                        arrow("open__finish", "finish", "open_out", "done", properties("requires", "note?")))
                .draw("failed", state("endEvent", "failed", "failed"))
                .draw("open__give_up", arrow("open__give_up", "give-up", "open_out", "failed"));
        baton.deploy(child);
        return child;
    }

    /** The arrow {@code finish} leads to {@code split}, where a task waits for its children. */
    private static Drawing parent(String called, String loop, String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "state";
        all[1] = "split";
        System.arraycopy(words, 0, all, 2, words.length);
        return Drawing.stoppable()
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "odd"))
                .draw(
                        "odd",
                        element("callActivity", "id=\"odd\" calledElement=\"" + called + "\"", properties(all), loop))
                .draw("odd__done", arrow("odd__done", "odd", "done"));
    }

    private static Drawing withFailure(Drawing parent) {
        return parent.draw("fails", boundary("fails", "odd", "<bpmn:errorEventDefinition/>"))
                .draw("broken", state("endEvent", "broken", "broken"))
                .draw("fails__broken", arrow("fails__broken", "fails", "broken"));
    }

    private static List<String> children(Baton baton, String id) {
        return Json.list(baton.task(id).get("children")).stream()
                .map(child -> child.get("id").asText())
                .toList();
    }

    private static void reaches(Baton baton, String id, String state) {
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(id).equals(state));
    }

    @OnBothDatabases
    void aTaskWaitsForItsChildAndGoesOnWhenItHasEnded(Baton baton) {
        Drawing child = child(baton);
        Drawing drawing = parent(child.key(), "", "gives", "topic", "brings", "note");
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"topic\":\"bees\"}");
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("split");
        String only = children(baton, id).get(0);
        JsonNode task = baton.task(only);
        assertThat(task.get("parent").asText()).isEqualTo(id);
        assertThat(task.get("lifecycle").asText()).isEqualTo(child.key());
        assertThat(task.get("createdBy").asText()).isEqualTo("worker-1");
        assertThat(task.at("/data/topic").asText()).isEqualTo("bees");
        assertThat(baton.history(only).get(0).at("/payload/parent").asText()).isEqualTo(id);
        assertThat(baton.history(id).get(2).at("/payload/children/after/0").asText())
                .isEqualTo(only);
        baton.as("worker-1").move(only, "finish", "{\"note\":\"about bees\"}").expect(200);
        reaches(baton, id, "done");
        JsonNode last = baton.history(id).get(3);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("trigger").asText()).isEqualTo("children-ended");
        assertThat(last.at("/payload/children/0/id").asText()).isEqualTo(only);
        assertThat(baton.task(id).at("/data/note").asText()).isEqualTo("about bees");
    }

    @OnBothDatabases
    void eachEntryOfAListIsAChild(Baton baton) {
        Drawing drawing = parent(child(baton).key(), LIST, "brings", "note");
        baton.deploy(drawing);
        String id =
                baton.create(drawing.key(), "{\"chapters\":[\"one\",{\"title\":\"two\",\"priority\":7,\"pages\":3}]}");
        baton.admin().move(id, "finish", "{}").expect(200);
        List<String> children = children(baton, id);
        assertThat(children).hasSize(2);
        assertThat(baton.task(children.get(0)).get("title").asText()).isEqualTo("one");
        assertThat(baton.task(children.get(1)).get("priority").asInt()).isEqualTo(7);
        assertThat(baton.task(children.get(1)).at("/data/pages").asInt()).isEqualTo(3);
        JsonNode found =
                baton.admin().get("/api/tasks?parent=" + id).expect(200).json();
        assertThat(found.get("tasks")).hasSize(2);
        baton.admin().move(children.get(1), "finish", "{\"note\":\"second\"}").expect(200);
        assertThat(baton.state(id)).isEqualTo("split");
        baton.admin().move(children.get(0), "finish", "{\"note\":\"first\"}").expect(200);
        reaches(baton, id, "done");
        assertThat(Json.texts(baton.task(id).at("/data/note"))).containsExactly("first", "second");
    }

    @OnBothDatabases
    void anEmptyListIsNothingToWaitForAndNoListIsRefused(Baton baton) {
        Drawing drawing = parent(child(baton).key(), LIST);
        baton.deploy(drawing);
        String empty = baton.create(drawing.key(), "{\"chapters\":[]}");
        baton.admin().move(empty, "finish", "{}").expect(200);
        reaches(baton, empty, "done");
        String none = baton.create(drawing.key());
        assertThat(baton.admin().move(none, "finish", "{}").expect(422).body())
                .contains("'chapters' in the task's data has to be a list");
        assertThat(baton.state(none)).isEqualTo("open");
    }

    /** Each would wait for the delivery that comes every five seconds if its message started none. */
    @OnBothDatabases
    void withAnEmptyListATaskGoesOnAtOnce(Baton baton) {
        Drawing drawing = parent(child(baton).key(), LIST);
        baton.deploy(drawing);
        long start = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            String empty = baton.create(drawing.key(), "{\"chapters\":[]}");
            baton.admin().move(empty, "finish", "{}").expect(200);
            reaches(baton, empty, "done");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(12));
    }

    @OnBothDatabases
    void failedChildrenTakeTheErrorBoundary(Baton baton) {
        Drawing drawing = withFailure(parent(child(baton).key(), LIST));
        baton.deploy(drawing);
        for (String end : List.of("give-up", "abandon")) {
            String id = baton.create(drawing.key(), "{\"chapters\":[\"one\",\"two\"]}");
            baton.admin().move(id, "finish", "{}").expect(200);
            List<String> children = children(baton, id);
            if (end.equals("abandon")) {
                baton.admin()
                        .delete("/api/tasks/" + children.get(0), "{\"reason\":\"no use\"}")
                        .expect(204);
            } else {
                baton.admin().move(children.get(0), end, "{}").expect(200);
            }
            baton.admin().move(children.get(1), "finish", "{}").expect(200);
            reaches(baton, id, "broken");
            assertThat(baton.history(id).get(3).get("kind").asText()).isEqualTo("error");
        }
    }

    @OnBothDatabases
    void nobodyElseMovesTheParentOn(Baton baton) {
        Drawing drawing = parent(child(baton).key(), "");
        String id = baton.create(drawing);
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.admin().move(id, "children-ended", "{}").expect(403);
        String execution = baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        baton.admin()
                .post("/engine-rest/execution/" + execution + "/signal", "{}")
                .expect(400);
        assertThat(baton.state(id)).isEqualTo("split");
    }

    @OnBothDatabases
    void cancelAndAbandonReachTheChildrenAsTheDiagramSays(Baton baton) {
        Drawing child = child(baton);
        for (String cascade : List.of("stop", "abandon")) {
            Drawing drawing = parent(child.key(), "", "cascade", cascade);
            String stopped = baton.create(drawing);
            baton.admin().move(stopped, "finish", "{}").expect(200);
            baton.as("lead").move(stopped, "stop", "{}").expect(200);
            String first = children(baton, stopped).get(0);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !baton.task(first).get("active").asBoolean());
            assertThat(baton.state(first)).isEqualTo(cascade.equals("stop") ? "stopped" : "open");
            JsonNode last = baton.history(first).get(1);
            assertThat(last.get("actor").asText()).isEqualTo("system");
            assertThat(last.get("onBehalfOf").asText()).isEqualTo("lead");
            String abandoned = baton.create(drawing.key());
            baton.admin().move(abandoned, "finish", "{}").expect(200);
            String second = children(baton, abandoned).get(0);
            baton.admin()
                    .delete("/api/tasks/" + abandoned, "{\"reason\":\"over\"}")
                    .expect(204);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !baton.task(second).get("active").asBoolean());
        }
        Drawing without = parent(child.key(), "");
        String id = baton.create(without);
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.admin().move(id, "stop", "{}").expect(200);
        assertThat(baton.task(children(baton, id).get(0)).get("active").asBoolean())
                .isTrue();
    }

    @OnBothDatabases
    void whatAChildRefusesIsRecordedInBothHistories(Baton baton) {
        Drawing child = child(baton);
        child.draw(
                "open__give_up", arrow("open__give_up", "give-up", "open_out", "failed", properties("roles", "lead")));
        baton.deploy(child);
        String id = baton.create(parent(child.key(), "", "cascade", "give-up"));
        baton.admin().move(id, "finish", "{}").expect(200);
        String only = children(baton, id).get(0);
        baton.admin().move(id, "stop", "{}").expect(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.history(only).size() == 2);
        assertThat(baton.history(only).get(1).at("/payload/message/refused").asText())
                .contains("may not 'give-up'");
        assertThat(baton.history(id).get(4).at("/payload/message/to").asText()).isEqualTo(only);
        assertThat(baton.state(only)).isEqualTo("open");
    }

    @OnBothDatabases
    void aLifecycleThatCallsItselfWithoutEndIsStopped(Baton baton) {
        String key = Drawing.good().key();
        Drawing drawing = Drawing.good(key)
                .draw(
                        "odd",
                        element(
                                "callActivity",
                                "id=\"odd\" calledElement=\"" + key + "\"",
                                properties("state", "split")))
                .draw("begin__open", arrow("begin__open", "begin", "odd"))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
        baton.deploy(drawing);
        assertThat(baton.admin()
                        .post("/api/tasks", "{\"lifecycle\":\"" + key + "\"}")
                        .expect(422)
                        .body())
                .contains("levels deep");
    }

    @OnBothDatabases
    void theTableShowsWhatIsCalled(Baton baton) {
        Drawing child = child(baton);
        Drawing drawing = withFailure(parent(child.key(), ""));
        baton.deploy(drawing);
        JsonNode table = baton.lifecycle(drawing.key());
        assertThat(Json.list(table.get("states")))
                .filteredOn(s -> s.get("name").asText().equals("split"))
                .singleElement()
                .satisfies(s -> assertThat(s.get("calls").asText()).isEqualTo(child.key()));
        assertThat(Json.list(table.get("transitions")).stream()
                        .filter(t -> t.get("from").asText().equals("split"))
                        .map(t -> t.get("kind").asText() + " " + t.get("to").asText()))
                .containsExactlyInAnyOrder("automatic done", "error broken", "actor stopped");
    }

    @OnBothDatabases
    void mistakesAreNamed(Baton baton) {
        Drawing child = child(baton);
        refused(baton, parent("nothing-of-the-kind", ""), "odd", "there is no such lifecycle");
        refused(baton, parent(child.key(), "", "cascade", "vanish"), "odd", "which has no 'vanish'");
        refused(baton, parent(child.key(), "", "gives", "two;words"), "odd", "which is no name of data");
        refused(
                baton,
                parent(
                        child.key(),
                        "<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality xsi:type=\"bpmn:tFormalExpression\">3</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>"),
                "odd",
                "one for each entry of a list");
        refused(
                baton,
                parent(
                        child.key(),
                        LIST.replace("elementVariable", "elementVariable")
                                .replace("Characteristics ", "Characteristics isSequential=\"true\" ")),
                "odd",
                "leave out sequential");
        Drawing good = Drawing.good();
        baton.deploy(good);
        refused(baton, withFailure(parent(good.key(), "")), "fails", "every child would have failed");
        refused(
                baton,
                Drawing.good()
                        .draw("open", node("receiveTask", "open", properties("state", "open", "cascade", "stop"))),
                "open",
                "'cascade' is for call activities");
    }
}
