package dev.baton.drawing;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import java.util.List;
import java.util.UUID;

/** The calls of Camunda's external task client. */
class ExternalTaskClientsTest {

    private static final String REST = "/engine-rest/external-task/";
    private static final String WORKER = "{\"workerId\":\"w\"}";

    private final String topic = "topic-" + UUID.randomUUID().toString().substring(0, 8);

    private Drawing drawing(String... guard) {
        return Drawing.passing(element(
                        "serviceTask",
                        "id=\"odd\" camunda:type=\"external\" camunda:topic=\"" + topic + "\"",
                        properties("state", "rendering")))
                .draw(
                        "odd__done",
                        element(
                                "sequenceFlow",
                                "id=\"odd__done\" sourceRef=\"odd\" targetRef=\"done\"",
                                properties(guard)))
                .draw(
                        "broken_page",
                        boundary("broken_page", "odd", "<bpmn:errorEventDefinition errorRef=\"Error_page\"/>"))
                .draw("broken", state("endEvent", "broken", "broken"))
                .draw("broken_page__broken", arrow("broken_page__broken", "broken_page", "broken"))
                .beside("<bpmn:error id=\"Error_page\" errorCode=\"bad-page\"/>");
    }

    private String ready(Baton baton, String... guard) {
        Drawing drawing = drawing(guard);
        baton.deploy(drawing);
        String id = baton.create(drawing.key(), "{\"pages\":3,\"style\":{\"font\":\"serif\"}}");
        baton.admin().move(id, "finish", "{}").expect(200);
        return id;
    }

    private JsonNode fetch(Baton baton, String user) {
        return baton.as(user)
                .post(
                        REST + "fetchAndLock",
                        "{\"workerId\":\"w\",\"maxTasks\":1,\"usePriority\":true,\"topics\":[{\"topicName\":\"%s\",\"lockDuration\":10000}]}"
                                .formatted(topic))
                .expect(200)
                .json();
    }

    @OnBothDatabases
    void aClientFetchesAndCompletesWork(Baton baton) {
        assertThat(fetch(baton, "worker-1")).isEmpty();
        String id = ready(baton, "requires", "note");
        JsonNode work = fetch(baton, "worker-1").get(0);
        assertThat(work.get("businessKey").asText()).isEqualTo(id);
        assertThat(work.get("topicName").asText()).isEqualTo(topic);
        assertThat(work.at("/variables/pages/value").asInt()).isEqualTo(3);
        assertThat(work.at("/variables/style/type").asText()).isEqualTo("Json");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        assertThat(fetch(baton, "worker-2")).isEmpty();
        String call = REST + work.get("id").asText();
        baton.as("worker-1")
                .post(call + "/extendLock", "{\"workerId\":\"w\",\"newDuration\":10000}")
                .expect(204);
        baton.as("worker-1").post(call + "/complete", WORKER).expect(422);
        String result = "{\"workerId\":\"w\",\"variables\":{\"note\":{\"value\":\"ready\",\"type\":\"String\"}}}";
        baton.as("worker-2").post(call + "/complete", result).expect(409);
        baton.as("worker-1").post(call + "/complete", result).expect(204);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.task(id).at("/data/note").asText()).isEqualTo("ready");
        baton.as("worker-1").post(call + "/complete", result).expect(409);
    }

    @OnBothDatabases
    void aClientRaisesErrorsAndReportsFailures(Baton baton) {
        String id = ready(baton);
        String first = fetch(baton, "worker-1").at("/0/id").asText();
        baton.as("worker-1")
                .post(
                        REST + first + "/failure",
                        "{\"workerId\":\"w\",\"errorMessage\":\"no paper\",\"retries\":2,\"retryTimeout\":0}")
                .expect(204);
        assertThat(baton.task(id).get("attempts").asInt()).isEqualTo(1);
        baton.as("worker-1").post(REST + first + "/complete", WORKER).expect(409);
        String second = fetch(baton, "worker-1").at("/0/id").asText();
        baton.as("worker-1").post(REST + second + "/unlock", "{}").expect(204);
        String third = fetch(baton, "worker-1").at("/0/id").asText();
        baton.as("worker-1")
                .post(REST + third + "/bpmnError", "{\"workerId\":\"w\",\"errorCode\":\"unheard-of\"}")
                .expect(409);
        baton.as("worker-1")
                .post(REST + third + "/bpmnError", "{\"workerId\":\"w\",\"errorCode\":\"bad-page\"}")
                .expect(204);
        assertThat(baton.state(id)).isEqualTo("broken");
    }

    @OnBothDatabases
    void theGuardsAreTheSame(Baton baton) {
        ready(baton, "roles", "specialist");
        baton.as("intern")
                .post(
                        REST + "fetchAndLock",
                        "{\"workerId\":\"w\",\"maxTasks\":1,\"topics\":[{\"topicName\":\"%s\"}]}".formatted(topic))
                .expect(403);
        baton.anonymous().post(REST + "fetchAndLock", "{}").expect(401);
        baton.as("worker-1").post(REST + "fetchAndLock", "{}").expect(400);
        baton.as("worker-1")
                .post(REST + "fetchAndLock", "{\"workerId\":\"w\",\"maxTasks\":1,\"topics\":[null]}")
                .expect(400);
        baton.as("worker-1")
                .post(REST + "0a1b2c3d-0000-4000-8000-00000000cafe/complete", WORKER)
                .expect(422);
        assertThat(fetch(baton, "worker-1")).hasSize(1);
    }

    @OnBothDatabases
    void otherTasksAreNotMovedThisWay(Baton baton) {
        String id = baton.create("work-queue");
        for (String call : List.of("complete", "failure", "unlock", "extendLock")) {
            baton.as("intern").post(REST + "e1." + id + "/" + call, WORKER).expect(409);
        }
        baton.as("intern")
                .post(REST + "e1." + id + "/bpmnError", "{\"workerId\":\"w\",\"errorCode\":\"claim\"}")
                .expect(409);
        assertThat(baton.state(id)).isEqualTo("ready");
        assertThat(baton.history(id)).hasSize(1);
    }
}
