package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** Blockers of governed work: they count when work starts or goes on. */
class DependingWorkTest {

    @OnBothDatabases
    void workDoesNotStartWhileABlockerIsUnfinished(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-2");
        String id = Governed.in(baton, "ASSIGNED");
        replace(baton, id, blocker).expect(200);
        assertThat(Problem.of(baton.as("worker-1").move(id, "start", Governed.PLAN), 422)
                        .detail())
                .contains("still waits for " + blocker);
        Workers.move(baton, "worker-2", blocker, "succeed", "{}").expect(200);
        awaitFlag(baton, id);
        Governed.move(baton, "worker-1", id, "start", Governed.PLAN);
    }

    @OnBothDatabases
    void blockersGivenAtCreationCountToo(Baton baton) {
        String blocker = Workers.create(baton, "[]");
        String id = Baton.newId();
        baton.as("human")
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"governed\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}".formatted(id, blocker))
                .expect(201);
        Governed.move(baton, "human", id, "assign", "{\"assigneeIds\":[\"worker-1\"]}");
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(422);
        replace(baton, id).expect(200);
        assertThat(flags(baton, id)).containsExactly("blockers-finished");
        Governed.move(baton, "worker-1", id, "start", Governed.PLAN);
    }

    @OnBothDatabases
    void aBlockerThatIsAddedDuringWorkBlocksTheTask(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-2");
        String id = Governed.in(baton, "IN_PROGRESS");
        JsonNode task = replace(baton, id, blocker).expect(200).json();
        assertThat(task.get("state").asText()).isEqualTo("BLOCKED");
        JsonNode block = Governed.data(baton, id).get("block");
        assertThat(block.get("cause").asText()).isEqualTo("dependencies");
        assertThat(block.get("reason").asText()).isEqualTo("It depends on " + blocker + " (in_progress)");
        List<JsonNode> history = baton.history(id);
        JsonNode last = history.get(history.size() - 1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("onBehalfOf").asText()).isEqualTo("lead");
        assertThat(Problem.of(baton.as("human").move(id, "unblock", "{}"), 422).detail())
                .contains("still waits for " + blocker);
        Workers.move(baton, "worker-2", blocker, "succeed", "{}").expect(200);
        awaitFlag(baton, id);
        Governed.move(baton, "human", id, "unblock", "{}");
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        assertThat(flags(baton, id)).isEmpty();
        assertThat(Governed.data(baton, id).has("block")).isFalse();
    }

    @OnBothDatabases
    void anUnfinishedBlockerKeepsDecisionsFromLeadingToWork(Baton baton) {
        String blocker = Workers.create(baton, "[]");
        String id = Governed.in(baton, "IN_PROGRESS");
        Governed.move(baton, "worker-1", id, "request-approval", Governed.ASK);
        replace(baton, id, blocker).expect(200);
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
        assertThat(Problem.of(baton.as("human").move(id, "decide", Governed.decision("approved")), 422)
                        .detail())
                .contains("still waits for " + blocker);
        Governed.move(baton, "human", id, "decide", Governed.decision("approved", "BLOCKED"));
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
    }

    @OnBothDatabases
    void returnedWorkWithAnUnfinishedBlockerIsBlocked(Baton baton) {
        String blocker = Workers.create(baton, "[]");
        String id = Governed.in(baton, "REVIEW");
        replace(baton, id, blocker).expect(200);
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        JsonNode answer = Governed.move(baton, "human", id, "request-changes", Governed.FEEDBACK);
        assertThat(answer.get("to").asText()).isEqualTo("BLOCKED");
        assertThat(answer.at("/report/message").asText()).contains(blocker);
        assertThat(Governed.data(baton, id).at("/block/cause").asText()).isEqualTo("dependencies");
        assertThat(Governed.data(baton, id).get("reviewCycles").asInt()).isEqualTo(1);
    }

    private static Answer replace(Baton baton, String id, String... blockers) {
        String ids = blockers.length == 0 ? "" : "\"" + String.join("\",\"", blockers) + "\"";
        return baton.as("lead")
                .put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":[%s]}".formatted(ids), "application/json");
    }

    private static List<String> flags(Baton baton, String id) {
        return Json.texts(baton.task(id).get("flags"));
    }

    private static void awaitFlag(Baton baton, String id) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(flags(baton, id)).containsExactly("blockers-finished"));
    }
}
