package dev.baton.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Workers;
import java.util.List;
import java.util.Map;

/** Who may change the blockers of a task, and the history entries for it. */
class EditingBlockersTest {

    private static final String CREATOR = "worker-2";
    private static final String ASSIGNEE = "worker-1";

    private static final Map<String, Integer> STATUS_BY_USER = Map.of(
            "intern",
            403,
            "specialist",
            403,
            "reviewer-1",
            403,
            "security-1",
            403,
            "lead",
            200,
            "human",
            200,
            "admin",
            200,
            CREATOR,
            200,
            ASSIGNEE,
            200);

    @OnBothDatabases
    void creatorAssigneeLeadHumanAndAdminMayAndTheHistorySaysWhoDid(Baton baton) {
        String first = Workers.create(baton, "[]");
        String second = Workers.create(baton, "[]");
        STATUS_BY_USER.forEach((user, status) -> {
            String id = blocked(baton, first);
            List<JsonNode> before = baton.history(id);

            Answer answer = replace(baton.as(user), id, second).expect(status);

            List<JsonNode> after = baton.history(id);
            assertThat(baton.state(id)).isEqualTo("blocked");
            if (status == 403) {
                assertThat(Problem.of(answer, 403).detail())
                        .contains(user + " may not change what it waits for", "creator", "lead, human, admin");
                assertThat(after).isEqualTo(before);
                assertThat(blockers(baton, id)).containsExactly(first);
            } else {
                assertThat(after).hasSize(before.size() + 1);
                assertEdit(after.get(after.size() - 1), user, "blocked", List.of(first), List.of(second));
                assertThat(blockers(baton, id)).containsExactly(second);
            }
        });
    }

    @OnBothDatabases
    void nobodyWhoIsNotSignedInChangesAnything(Baton baton) {
        String first = Workers.create(baton, "[]");
        String id = blocked(baton, first);
        replace(baton.anonymous(), id).expect(401);
        assertThat(blockers(baton, id)).containsExactly(first);
    }

    @OnBothDatabases
    void aTaskThatIsFreedSaysWhoFreedIt(Baton baton) {
        String blocker = Workers.create(baton, "[]");
        String id = Baton.newId();
        baton.as(CREATOR)
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}".formatted(id, blocker))
                .expect(201);
        Problem.of(replace(baton.as("intern"), id), 403);
        assertThat(baton.state(id)).isEqualTo("blocked");

        replace(baton.as(CREATOR), id).expect(200);

        assertThat(baton.state(id)).isEqualTo("ready");
        List<JsonNode> history = baton.history(id);
        assertThat(history).extracting(step -> step.get("number").asInt()).containsExactly(1, 2, 3);
        assertEdit(history.get(1), CREATOR, "blocked", List.of(blocker), List.of());
        assertThat(history.get(2).get("actor").asText()).isEqualTo("system");
        assertThat(history.get(2).get("onBehalfOf").asText()).isEqualTo(CREATOR);
        assertThat(history.get(2).get("to").asText()).isEqualTo("ready");
    }

    @OnBothDatabases
    void aBlockWithoutABlockerThatIsUndoneSaysWhoUndidIt(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"ask the customer\"}")
                .expect(200);
        Problem.of(replace(baton.as("worker-1"), id), 403);
        replace(baton.as("lead"), id).expect(200);
        List<JsonNode> history = baton.history(id);
        assertEdit(history.get(history.size() - 2), "lead", "blocked", List.of(), List.of());
        assertThat(history.get(history.size() - 1).get("onBehalfOf").asText()).isEqualTo("lead");
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void whatChangesNothingIsNoEntry(Baton baton) {
        String first = Workers.create(baton, "[]");
        String second = Workers.create(baton, "[]");
        String id = blocked(baton, first);
        replace(baton.as("lead"), id, first, second).expect(200);
        List<JsonNode> before = baton.history(id);
        replace(baton.as("lead"), id, second, first).expect(200);
        assertThat(baton.history(id)).isEqualTo(before);
    }

    @OnBothDatabases
    void aTaskThatWaitsNoLongerStaysWhereItIs(Baton baton) {
        String done = Workers.completed(baton, "worker-1");
        String id = Workers.create(baton, "[\"%s\"]".formatted(done));
        replace(baton.as("human"), id).expect(200);
        assertThat(baton.state(id)).isEqualTo("ready");
        assertEdit(baton.history(id).get(1), "human", "ready", List.of(done), List.of());
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        assertThat(baton.history(id))
                .extracting(step -> step.get("number").asInt())
                .containsExactly(1, 2, 3);
    }

    @OnBothDatabases
    void everyAssigneeIsOne(Baton baton) {
        String id = Governed.in(baton, "ASSIGNED", "specialist");
        replace(baton.as("specialist"), id).expect(200);
        replace(baton.as("worker-1"), id).expect(200);
        Problem.of(replace(baton.as("worker-2"), id), 403);
    }

    private static String blocked(Baton baton, String blocker) {
        String id = Baton.newId();
        baton.as(CREATOR)
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"peer-review\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}".formatted(id, blocker))
                .expect(201);
        baton.as(ASSIGNEE).move(id, "start", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("blocked");
        return id;
    }

    private static void assertEdit(
            JsonNode entry, String actor, String state, List<String> before, List<String> after) {
        assertThat(entry.get("kind").asText()).isEqualTo("edit");
        assertThat(entry.get("actor").asText()).isEqualTo(actor);
        assertThat(entry.get("from").asText()).isEqualTo(state);
        assertThat(entry.get("to").asText()).isEqualTo(state);
        assertThat(entry.get("trigger").isNull()).isTrue();
        assertThat(entry.get("path")).isEmpty();
        assertThat(Json.texts(entry.at("/payload/blockedBy/before"))).isEqualTo(before);
        assertThat(Json.texts(entry.at("/payload/blockedBy/after"))).isEqualTo(after);
    }

    private static List<String> blockers(Baton baton, String id) {
        return Json.list(baton.task(id).get("blockedBy")).stream()
                .map(b -> b.get("id").asText())
                .toList();
    }

    private static Answer replace(Caller caller, String id, String... blockers) {
        String ids = blockers.length == 0 ? "" : "\"" + String.join("\",\"", blockers) + "\"";
        return caller.put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":[%s]}".formatted(ids), "application/json");
    }
}
