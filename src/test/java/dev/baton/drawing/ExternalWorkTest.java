package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.camunda.bpm.engine.impl.util.ClockUtil;

class ExternalWorkTest {

    private final String topic = "topic-" + UUID.randomUUID().toString().substring(0, 8);

    /** The arrow {@code finish} leads to {@code rendering}, the work of a topic. */
    private Drawing rendering(String... guard) {
        return Drawing.passing(external(topic))
                .draw(
                        "odd__done",
                        element(
                                "sequenceFlow",
                                "id=\"odd__done\" sourceRef=\"odd\" targetRef=\"done\"",
                                properties(guard)));
    }

    private static String external(String topic) {
        return element(
                "serviceTask",
                "id=\"odd\" camunda:type=\"external\" camunda:topic=\"" + topic + "\"",
                properties("state", "rendering"));
    }

    private String ready(Baton baton, Drawing drawing) {
        String id = baton.create(drawing);
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("rendering");
        return id;
    }

    private JsonNode claim(Baton baton, String user) {
        return baton.as(user)
                .post("/api/claims", "{\"topic\":\"" + topic + "\"}")
                .expect(200)
                .json();
    }

    private void nothingToClaim(Baton baton) {
        baton.as("worker-1")
                .post("/api/claims", "{\"topic\":\"" + topic + "\"}")
                .expect(204);
    }

    @OnBothDatabases
    void aWorkerOfTheTopicClaimsTheWorkAndCompletesIt(Baton baton) {
        nothingToClaim(baton);
        String id = ready(baton, rendering("requires", "note"));
        JsonNode claimed = claim(baton, "worker-1");
        assertThat(claimed.get("id").asText()).isEqualTo(id);
        assertThat(claimed.get("state").asText()).isEqualTo("rendering");
        int epoch = claimed.at("/lease/epoch").asInt();
        nothingToClaim(baton);
        baton.as("worker-1")
                .post("/api/tasks/" + id + "/heartbeat", "{\"leaseEpoch\":" + epoch + "}")
                .expect(200);
        baton.as("worker-2").move(id, "complete", "{\"note\":\"mine\"}").expect(409);
        baton.as("worker-1").move(id, "complete", "{}", epoch).expect(422);
        baton.as("worker-1").move(id, "complete", "{\"note\":\"ready\"}", epoch).expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.history(id).get(2).get("kind").asText()).isEqualTo("within");
        assertThat(baton.history(id).get(2).get("trigger").asText()).isEqualTo("claim");
    }

    @OnBothDatabases
    void whoMayNotCompleteTheWorkMayNotClaimIt(Baton baton) {
        String id = ready(baton, rendering("roles", "specialist"));
        baton.as("intern").post("/api/claims", "{\"topic\":\"" + topic + "\"}").expect(403);
        assertThat(claim(baton, "worker-1").get("id").asText()).isEqualTo(id);
    }

    @OnBothDatabases
    void workThatIsForOthersDoesNotHideWhatIsForTheWorker(Baton baton) {
        ready(baton, rendering("roles", "specialist"));
        String open = ready(baton, rendering());
        assertThat(claim(baton, "intern").get("id").asText()).isEqualTo(open);
    }

    @OnBothDatabases
    void theNextWorkIsFreeForOthers(Baton baton) {
        Drawing drawing = Drawing.passing(external(topic + "-first"))
                .draw(
                        "second",
                        element(
                                "serviceTask",
                                "id=\"second\" camunda:type=\"external\" camunda:topic=\"" + topic + "\"",
                                properties("state", "binding")))
                .draw("odd__done", arrow("odd__done", "odd", "second"))
                .draw("second__done", arrow("second__done", "second", "done"));
        String id = ready(baton, drawing);
        int epoch = baton.as("worker-1")
                .move(id, "claim", "{}")
                .expect(200)
                .json()
                .at("/lease/epoch")
                .asInt();
        baton.as("worker-1").move(id, "complete", "{}", epoch).expect(200);
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
        assertThat(claim(baton, "worker-2").get("state").asText()).isEqualTo("binding");
    }

    @OnBothDatabases
    void whatAWorkerGivesBackIsClaimedAgain(Baton baton) {
        String id = ready(baton, rendering());
        int epoch = claim(baton, "worker-1").at("/lease/epoch").asInt();
        baton.as("worker-2").move(id, "release", "{}").expect(409);
        baton.as("worker-1").move(id, "release", "{}", epoch).expect(200);
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
        assertThat(claim(baton, "worker-2").at("/lease/epoch").asInt()).isEqualTo(epoch + 1);
    }

    @OnBothDatabases
    void failuresAreCountedUntilNobodyTriesAgain(Baton baton) {
        String id = ready(baton, rendering());
        for (int attempt = 1; attempt <= 3; attempt++) {
            int epoch = claim(baton, "worker-1").at("/lease/epoch").asInt();
            baton.as("worker-1")
                    .move(id, "fail", "{\"error\":\"no paper\"}", epoch)
                    .expect(200);
            assertThat(baton.task(id).get("attempts").asInt()).isEqualTo(attempt);
        }
        nothingToClaim(baton);
        assertThat(Json.texts(baton.task(id).get("flags"))).contains("attempts-used-up");
        assertThat(baton.history(id).get(3).at("/payload/error").asText()).isEqualTo("no paper");
        baton.as("lead").move(id, "claim", "{}").expect(200);
    }

    @OnBothDatabases
    void theLeaseRunsOutWithoutADrawnTimer(Baton baton) {
        String id = ready(baton, rendering());
        int epoch = claim(baton, "worker-1").at("/lease/epoch").asInt();
        ClockUtil.setCurrentTime(Date.from(Instant.now().plus(Duration.ofMinutes(6))));
        baton.fireTimers(id);
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("rendering");
        assertThat(task.get("lease").isNull()).isTrue();
        assertThat(Json.texts(task.get("flags"))).contains("lease-lost");
        assertThat(task.get("attempts").asInt()).isEqualTo(1);
        baton.as("worker-1").move(id, "complete", "{}", epoch).expect(409);
        assertThat(claim(baton, "worker-2").get("id").asText()).isEqualTo(id);
        baton.as("worker-2").move(id, "complete", "{}", epoch + 1).expect(200);
    }

    @OnBothDatabases
    void aWorkerRaisesAnErrorThatTheDiagramCatches(Baton baton) {
        Drawing drawing = rendering()
                .draw(
                        "broken_page",
                        boundary("broken_page", "odd", "<bpmn:errorEventDefinition errorRef=\"Error_page\"/>"))
                .draw("broken", state("endEvent", "broken", "broken"))
                .draw("broken_page__broken", arrow("broken_page__broken", "broken_page", "broken"))
                .beside("<bpmn:error id=\"Error_page\" errorCode=\"bad-page\"/>");
        String id = ready(baton, drawing);
        int epoch = claim(baton, "worker-1").at("/lease/epoch").asInt();
        baton.as("worker-2").move(id, "bad-page", "{}").expect(409);
        baton.as("worker-1").move(id, "bad-page", "{}", epoch).expect(200);
        assertThat(baton.state(id)).isEqualTo("broken");
        assertThat(baton.history(id).get(3).get("kind").asText()).isEqualTo("error");
    }

    @OnBothDatabases
    void dataChoosesBehindTheWork(Baton baton) {
        Drawing drawing = Drawing.passing(external(topic))
                .draw("choice", element("exclusiveGateway", "id=\"choice\" default=\"choice__open\""))
                .draw("odd__done", arrow("odd__done", "odd", "choice"))
                .draw("choice__done", arrow("choice__done", "", "choice", "done", when("${payload.ok}")))
                .draw("choice__open", arrow("choice__open", "choice", "open"));
        String id = ready(baton, drawing);
        int epoch = claim(baton, "worker-1").at("/lease/epoch").asInt();
        baton.as("worker-1").move(id, "complete", "{\"ok\":false}", epoch).expect(200);
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @OnBothDatabases
    void signalsOfTheEngineMeetTheSameGuards(Baton baton) {
        String id = ready(baton, rendering());
        String execution = baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        baton.as("worker-1")
                .post(
                        "/engine-rest/execution/" + execution + "/signal",
                        "{\"variables\":{\"trigger\":{\"value\":\"complete\"}}}")
                .expect(400);
        baton.as("worker-1")
                .post(
                        "/engine-rest/execution/" + execution + "/signal",
                        "{\"variables\":{\"trigger\":{\"value\":\"claim\"}}}")
                .expect(204);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
    }

    @OnBothDatabases
    void tableAndListsShowTheTopic(Baton baton) {
        Drawing drawing = rendering();
        String id = ready(baton, drawing);
        JsonNode table = baton.lifecycle(drawing.key());
        assertThat(Json.list(table.get("states")))
                .filteredOn(s -> s.get("name").asText().equals("rendering"))
                .singleElement()
                .satisfies(s -> {
                    assertThat(s.get("topic").asText()).isEqualTo(topic);
                    assertThat(s.get("waitsFor").asText()).isEqualTo("agent");
                });
        JsonNode found =
                baton.admin().get("/api/tasks?topic=" + topic).expect(200).json();
        assertThat(found.get("tasks"))
                .singleElement()
                .satisfies(task -> assertThat(task.get("id").asText()).isEqualTo(id));
        baton.admin().post("/api/claims", "{}").expect(400);
        baton.admin()
                .post("/api/claims", "{\"lifecycle\":\"" + drawing.key() + "\"}")
                .expect(422);
    }

    @OnBothDatabases
    void mistakesAreNamed(Baton baton) {
        refused(baton, Drawing.passing(external("two words")), "odd", "an external task needs a topic");
        refused(
                baton,
                Drawing.passing(element("serviceTask", "id=\"odd\" camunda:type=\"external\" camunda:topic=\"t\"")),
                "odd",
                "give the service task a property 'state'");
        refused(
                baton,
                Drawing.passing(element(
                        "serviceTask",
                        "id=\"odd\" camunda:type=\"external\" camunda:topic=\"t\"",
                        properties("state", "x", "lease", "new"))),
                "odd",
                "leave 'lease' out");
    }
}
