package dev.baton.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Drawing;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.Listening;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** GET /api/events as pages: filters, kinds, and what is refused. */
class EventPagesTest {

    @OnBothDatabases
    void pagesGoOnWhereTheLastOneEnded(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        JsonNode first = page(baton, "?limit=3&task=" + id);
        assertThat(states(first)).containsExactly("ready", "claimed", "in_progress");
        JsonNode second = page(baton, "?limit=3&task=" + id + "&after=" + first.get("next"));
        assertThat(states(second)).containsExactly("completed");
        assertThat(states(page(baton, "?task=" + id + "&after=" + second.get("next"))))
                .isEmpty();
    }

    @OnBothDatabases
    void filtersCanBeCombinedAndRepeated(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        String other = Workers.claimed(baton, "worker-2");
        assertThat(states(page(baton, "?task=" + id + "&state=claimed&state=completed")))
                .containsExactly("claimed", "completed");
        assertThat(states(page(baton, "?task=" + id + "&kind=created"))).containsExactly("ready");
        assertThat(states(page(baton, "?task=" + id + "," + other + "&actor=worker-2")))
                .containsExactly("claimed");
        assertThat(states(page(baton, "?task=" + id + "&lifecycle=governed"))).isEmpty();
    }

    @OnBothDatabases
    void aLostLeaseAndItsWayBackAreToldApart(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        Date now = ClockUtil.getCurrentTime();
        ClockUtil.setCurrentTime(Date.from(now.toInstant().plus(Duration.ofDays(1))));
        baton.fireTimers(id);
        List<JsonNode> events = events(page(baton, "?task=" + id));
        assertThat(events)
                .extracting(event ->
                        event.get("kind").asText() + " " + event.get("to").asText())
                .containsExactly("created ready", "transition claimed", "transition ready", "lease-lost ready");
        assertThat(events.get(3).get("holder").asText()).isEqualTo("worker-1");
        assertThat(events.get(3).get("actor").asText()).isEqualTo("system");
    }

    @OnBothDatabases
    void editsFlagsRunsRequestsAndCommentsAreEvents(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        long start = page(baton, "?task=" + id).get("next").asLong();
        baton.admin()
                .send("PATCH", "/api/tasks/" + id, "{\"title\":\"a secret plan\"}", "application/json")
                .expect(200);
        for (int i = 0; i < 3; i++) {
            baton.as("worker-1")
                    .post(
                            "/api/tasks/" + id + "/runs",
                            "{\"costUsd\":0.01,\"tokens\":5,\"tool\":\"x\",\"outcome\":\"failed\"}")
                    .expect(201);
        }
        baton.as("human")
                .post("/api/tasks/" + id + "/comments", "{\"text\":\"a secret word\"}")
                .expect(201);
        JsonNode page = page(baton, "?after=" + start + "&task=" + id);
        assertThat(page.toString()).doesNotContain("secret");
        assertThat(events(page))
                .extracting(event -> event.get("kind").asText())
                .contains("edit", "run", "transition", "flag", "comment");
        assertThat(events(page(baton, "?kind=request&task=" + Governed.in(baton, "NEEDS_APPROVAL"))))
                .hasSize(1);
    }

    @OnBothDatabases
    void aDeploymentIsAnEventWithoutATask(Baton baton) {
        Drawing drawing = Drawing.good();
        baton.deploy(drawing);
        JsonNode event = events(page(baton, "?kind=deployment&lifecycle=" + drawing.key()))
                .get(0);
        assertThat(event.get("task").isNull()).isTrue();
        assertThat(event.get("version").asInt()).isEqualTo(1);
        assertThat(event.get("actor").asText()).isEqualTo("admin");
    }

    @OnBothDatabases
    void whatCantBeMeantIsRefusedWithWhatThereIs(Baton baton) {
        assertThat(refused(baton, "?kind=gossip")).contains("gossip", "lease-lost");
        assertThat(refused(baton, "?state=nowhere")).contains("nowhere", "in_progress");
        assertThat(refused(baton, "?lifecycle=none")).contains("none", "work-queue");
        assertThat(refused(baton, "?colour=red")).contains("colour", "lifecycle");
        assertThat(refused(baton, "?after=-1")).contains("after");
        assertThat(refused(baton, "?after=999999999999999")).contains("there is no event");
        assertThat(refused(baton, "?limit=0")).contains("1 to 1000");
        try (Listening listening = Listening.to(baton, "admin", "?kind=gossip")) {
            assertThat(listening.status()).isEqualTo(400);
            listening.untilEnded();
            assertThat(listening.problem()).contains("lease-lost");
        }
        assertThat(baton.anonymous().get("/api/events").status()).isEqualTo(401);
    }

    @OnBothDatabases
    void aTokenForOneLifecycleHearsOfThatOneOnly(Baton baton) {
        String token = baton.admin()
                .post("/api/tokens", "{\"user\":\"admin\",\"name\":\"x\",\"lifecycles\":[\"governed\"]}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        var caller = baton.withToken(token).with("Accept", "application/json");
        assertThat(caller.get("/api/events").status()).isEqualTo(403);
        assertThat(caller.get("/api/events?lifecycle=governed,work-queue").status())
                .isEqualTo(403);
        assertThat(caller.get("/api/events?lifecycle=governed").status()).isEqualTo(200);
        assertThat(caller.get("/api/events?lifecycle=,").status()).isEqualTo(403);
        assertThat(caller.get("/api/events?lifecycle=governed,governed").status())
                .isEqualTo(200);
    }

    @OnBothDatabases
    void oldEventsAreDeletedAndWhoeverMissedThemIsTold(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        long last = page(baton, "?limit=1").get("next").asLong();
        ClockUtil.setCurrentTime(
                Date.from(ClockUtil.getCurrentTime().toInstant().plus(Duration.ofDays(8))));
        baton.bean(EventLog.class).deleteOld();
        assertThat(states(page(baton, "?after=0&task=" + id))).isEmpty();
        assertThat(baton.admin()
                        .with("Accept", "application/json")
                        .get("/api/events?after=" + last)
                        .expect(410)
                        .body())
                .contains("have been deleted");

        String next = baton.create("work-queue");
        List<JsonNode> events = events(page(baton, "?task=" + next));
        assertThat(events).hasSize(1);
        assertThat(events.get(0).get("number").asLong()).isGreaterThan(last);
    }

    private static String refused(Baton baton, String query) {
        Answer answer = baton.admin().with("Accept", "application/json").get("/api/events" + query);
        return answer.expect(400).body();
    }

    private static JsonNode page(Baton baton, String query) {
        return baton.as("intern")
                .with("Accept", "application/json")
                .get("/api/events" + query)
                .expect(200)
                .json();
    }

    private static List<JsonNode> events(JsonNode page) {
        return Json.list(page.get("events"));
    }

    private static List<String> states(JsonNode page) {
        return events(page).stream().map(event -> event.get("to").asText()).toList();
    }
}
