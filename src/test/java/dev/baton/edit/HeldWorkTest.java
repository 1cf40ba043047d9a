package dev.baton.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Reviews;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Whoever works on a task of peer review or governed work holds it, until people hand it to somebody else. */
class HeldWorkTest {

    private static final String RESULT = "{\"result\":\"done\"}";

    @OnBothDatabases
    void whoeverStartsHoldsTheTask(Baton baton) {
        for (String id : started(baton)) {
            JsonNode task = baton.task(id);
            assertThat(task.at("/lease/epoch").asInt()).isEqualTo(1);
            assertThat(task.get("assignee").asText()).isEqualTo("worker-1");
            assertThat(Instant.parse(task.get("claimedAt").asText()))
                    .isCloseTo(Instant.parse(task.get("stateEnteredAt").asText()), within(1, ChronoUnit.SECONDS));
        }
    }

    @OnBothDatabases
    void workWithoutProgressIsFlaggedAndAHeartbeatClearsThat(Baton baton) {
        for (String id : started(baton)) {
            ClockUtil.setCurrentTime(
                    new Date(System.currentTimeMillis() + Duration.ofMinutes(61).toMillis()));
            baton.fireTimers(id);
            assertThat(flags(baton, id)).containsExactly("no-progress");
            Workers.beat(baton, "worker-2", id, 1, "mine").expect(409);
            Workers.beat(baton, "worker-1", id, 1, "still here").expect(200);
            ClockUtil.reset();
            JsonNode task = baton.task(id);
            assertThat(task.get("flags")).isEmpty();
            assertThat(task.at("/data/heartbeat/note").asText()).isEqualTo("still here");
            baton.as("human").move(id, "block", Governed.REASON).expect(200);
            assertThat(baton.task(id).get("data").has("heartbeat")).isFalse();
        }
    }

    @OnBothDatabases
    void anotherAssigneeDoesNotMoveWhatSomebodyWorksOn(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS", "worker-2");
        assertThat(Problem.of(baton.as("worker-2").move(id, "submit", Governed.WORK), 403)
                        .detail())
                .contains("worker-1 holds this task until", "lead, human and admin may move it too");
        baton.as("worker-1").move(id, "submit", Governed.WORK, 7).expect(409);
        Governed.move(baton, "worker-1", id, "submit", Governed.WORK);

        String second = Governed.in(baton, "ASSIGNED", "worker-2");
        Governed.move(baton, "worker-2", second, "start", Governed.PLAN);
        assertThat(baton.task(second).get("assignee").asText()).isEqualTo("worker-2");
        baton.as("worker-1").move(second, "submit", Governed.WORK).expect(403);
        Governed.move(baton, "worker-2", second, "submit", Governed.WORK);
    }

    @OnBothDatabases
    void returnedWorkIsHeldByTheSameWorkerAgain(Baton baton) {
        String governed = Governed.in(baton, "REVIEW", "worker-2");
        assertThat(baton.task(governed).get("lease").isNull()).isTrue();
        Governed.move(baton, "human", governed, "request-changes", Governed.FEEDBACK);
        String reviewed = Reviews.finalReview(baton);
        baton.as("lead").move(reviewed, "request-fixes", "{\"fixes\":\"all\"}").expect(200);
        for (String id : List.of(governed, reviewed)) {
            JsonNode task = baton.task(id);
            assertThat(task.get("assignee").asText()).isEqualTo("worker-1");
            assertThat(task.at("/lease/epoch").asInt()).isEqualTo(2);
        }
    }

    @OnBothDatabases
    void supervisorsHandWorkToSomebodyElse(Baton baton) {
        for (String user : List.of("lead", "human", "admin")) {
            for (String id : started(baton)) {
                JsonNode task =
                        handOver(baton, user, id, "worker-2").expect(200).json();
                assertThat(task.get("assignee").asText()).isEqualTo("worker-2");
                assertThat(task.at("/lease/epoch").asInt()).isEqualTo(2);
                JsonNode last = baton.history(id).get(baton.history(id).size() - 1);
                assertThat(last.get("kind").asText()).isEqualTo("edit");
                assertThat(last.get("actor").asText()).isEqualTo(user);
                assertThat(last.at("/payload/reason").asText()).isEqualTo("it does not answer");
                assertThat(last.at("/payload/assignee/before").asText()).isEqualTo("worker-1");
                assertThat(last.at("/payload/assignee/after").asText()).isEqualTo("worker-2");
                Workers.beat(baton, "worker-1", id, 1, "back again").expect(409);
                Workers.beat(baton, "worker-2", id, 2, "begun").expect(200);
            }
        }
    }

    @OnBothDatabases
    void theOldWorkerIsOutAndTheNewOneGoesOn(Baton baton) {
        String reviewed = Reviews.inProgress(baton, "standard");
        handOver(baton, "lead", reviewed, "worker-2").expect(200);
        baton.as("worker-1").move(reviewed, "complete", RESULT).expect(403);
        baton.as("worker-2").move(reviewed, "complete", RESULT).expect(200);
        assertThat(Json.texts(baton.task(reviewed).at("/data/workers"))).containsExactly("worker-1", "worker-2");

        String governed = Governed.in(baton, "IN_PROGRESS", "specialist");
        handOver(baton, "lead", governed, "worker-2").expect(200);
        assertThat(Json.texts(Governed.data(baton, governed).get("assigneeIds")))
                .containsExactly("worker-2", "specialist");
        baton.as("worker-1").move(governed, "submit", Governed.WORK).expect(403);
        Governed.move(baton, "worker-2", governed, "submit", Governed.WORK);
    }

    @OnBothDatabases
    void handingOverTakesTheFlagAwayAndIsRefusedWhereItMakesNoSense(Baton baton) {
        String id = Reviews.inProgress(baton, "standard");
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofMinutes(61).toMillis()));
        baton.fireTimers(id);
        ClockUtil.reset();
        for (String user : List.of("worker-1", "worker-2", "reviewer-1")) {
            handOver(baton, user, id, "worker-2").expect(403);
        }
        handOver(baton, "lead", id, "nobody-here").expect(422);
        handOver(baton, "lead", id, "worker-1").expect(422);
        baton.as("lead")
                .post("/api/tasks/" + id + "/assignee", "{\"to\":\"worker-2\"}")
                .expect(400);
        handOver(baton, "lead", Reviews.pending(baton, "standard"), "worker-2").expect(409);
        handOver(baton, "lead", Governed.in(baton, "INBOX"), "worker-2").expect(409);
        handOver(baton, "lead", Governed.in(baton, "DONE"), "worker-2").expect(409);
        handOver(baton, "lead", Baton.newId(), "worker-2").expect(404);
        assertThat(flags(baton, id)).containsExactly("no-progress");
        handOver(baton, "lead", id, "worker-2").expect(200);
        assertThat(flags(baton, id)).isEmpty();
    }

    /** Work under way in both lifecycles, by worker-1. */
    private static List<String> started(Baton baton) {
        return List.of(Reviews.inProgress(baton, "standard"), Governed.in(baton, "IN_PROGRESS"));
    }

    private static Answer handOver(Baton baton, String user, String id, String to) {
        return baton.as(user)
                .post(
                        "/api/tasks/" + id + "/assignee",
                        "{\"to\":\"%s\",\"reason\":\"it does not answer\"}".formatted(to));
    }

    private static List<String> flags(Baton baton, String id) {
        return Json.texts(baton.task(id).get("flags"));
    }
}
