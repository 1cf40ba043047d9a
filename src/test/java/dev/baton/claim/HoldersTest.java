package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.LeasedDrawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Who holds a task, and what that means for the others. */
class HoldersTest {

    @OnBothDatabases
    void nobodyElseMovesATaskThatSomebodyHolds(Baton baton) {
        String id = taken(baton, "worker-1");
        for (String trigger : List.of("step", "claim", "give-back", "park", "finish")) {
            Problem refused = Problem.of(move(baton, "worker-2", id, trigger), 403);
            assertThat(refused.detail())
                    .contains("worker-1 holds this task until", "lead, human and admin may move it too");
            assertThat(permitted(baton, "worker-2", id, trigger)).isFalse();
            assertThat(permitted(baton, "worker-1", id, trigger)).isTrue();
            assertThat(permitted(baton, "lead", id, trigger)).isTrue();
        }
        move(baton, "worker-1", id, "step").expect(200);
        move(baton, "worker-1", id, "finish").expect(200);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
    }

    @OnBothDatabases
    void whoMayForceAMoveDoesNotTakeTheTaskAway(Baton baton) {
        for (String person : List.of("lead", "human", "admin")) {
            String id = taken(baton, "worker-1");
            move(baton, person, id, "step").expect(200);
            JsonNode task = baton.task(id);
            assertThat(task.get("assignee").asText()).isEqualTo("worker-1");
            assertThat(task.at("/lease/epoch").asInt()).isEqualTo(1);
            move(baton, person, id, "claim").expect(200);
            assertThat(baton.task(id).get("assignee").asText()).isEqualTo(person);
            assertThat(baton.task(id).at("/lease/epoch").asInt()).isEqualTo(2);
            move(baton, "worker-1", id, "step").expect(403);
        }
    }

    @OnBothDatabases
    void theEpochIsOptionalButAWrongOneIsRefused(Baton baton) {
        String id = taken(baton, "worker-1");
        baton.as("worker-1").move(id, "step", "{}", 1).expect(200);
        move(baton, "worker-1", id, "step").expect(200);
        refusedEpoch(baton, "worker-1", id, 7, "there was never a lease with epoch 7 on this task; the newest is 1");
        refusedEpoch(baton, "worker-1", id, 0, "there was never a lease with epoch 0");
        refusedEpoch(baton, "worker-2", id, 1, "the lease with epoch 1 is held by worker-1, not by worker-2");
        refusedEpoch(baton, "lead", id, 1, "the lease with epoch 1 is held by worker-1, not by lead");
        move(baton, "lead", id, "claim").expect(200);
        refusedEpoch(baton, "worker-1", id, 1, "the lease with epoch 1 is over; lead holds this task until");
        move(baton, "lead", id, "claim").expect(200);
        refusedEpoch(baton, "lead", id, 2, "the lease with epoch 2 is over; lead holds the task again, with epoch 3");
        move(baton, "lead", id, "give-back").expect(200);
        refusedEpoch(baton, "lead", id, 3, "the lease with epoch 3 is over; nobody holds the task now");
    }

    private static void refusedEpoch(Baton baton, String user, String id, int epoch, String sentence) {
        assertThat(Problem.of(baton.as(user).move(id, "step", "{}", epoch), 409).detail())
                .contains(sentence);
        assertThat(Problem.of(Workers.beat(baton, user, id, epoch, "here"), 409).detail())
                .contains(sentence);
    }

    @OnBothDatabases
    void whoeverTakesAnArrowOfATaskThatNobodyHoldsBecomesTheHolder(Baton baton) {
        String id = taken(baton, "worker-1");
        move(baton, "worker-1", id, "give-back").expect(200);
        isHeldByNobody(baton, id);
        move(baton, "worker-2", id, "step").expect(200);
        isHeldBy(baton, "worker-2", id, 2);
        move(baton, "worker-1", id, "step").expect(403);
    }

    @OnBothDatabases
    void whatStaysInItsStateIsInTheHistoryAndNoTransition(Baton baton) {
        String id = taken(baton, "worker-1");
        String entered = baton.task(id).get("stateEnteredAt").asText();
        move(baton, "worker-1", id, "step").expect(200);
        JsonNode entry = last(baton, id);
        assertThat(entry.get("kind").asText()).isEqualTo("within");
        assertThat(entry.get("from").asText()).isEqualTo("working");
        assertThat(entry.get("to").asText()).isEqualTo("working");
        assertThat(entry.get("trigger").asText()).isEqualTo("step");
        assertThat(entry.get("actor").asText()).isEqualTo("worker-1");
        assertThat(Json.texts(entry.get("path"))).contains("working__step");
        assertThat(baton.task(id).get("stateEnteredAt").asText()).isEqualTo(entered);
    }

    @OnBothDatabases
    void aPausedTaskGoesBackToWhoHadIt(Baton baton) {
        String id = taken(baton, "worker-1");
        move(baton, "worker-1", id, "park").expect(200);
        JsonNode parked = baton.task(id);
        assertThat(parked.get("assignee").asText()).isEqualTo("worker-1");
        assertThat(parked.get("lease").isNull()).isTrue();
        move(baton, "human", id, "answer").expect(200);
        isHeldBy(baton, "worker-1", id, 2);
        move(baton, "worker-1", id, "park").expect(200);
        move(baton, "worker-2", id, "resume").expect(200);
        isHeldBy(baton, "worker-2", id, 3);
    }

    @OnBothDatabases
    void aLeaseThatRunsOutIsEndedByTheSystemWithAReason(Baton baton) {
        String id = lost(baton, "worker-1");
        isHeldByNobody(baton, id);
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("lease-lost");
        JsonNode entry = last(baton, id);
        assertThat(entry.get("actor").asText()).isEqualTo("system");
        assertThat(entry.get("kind").asText()).isEqualTo("timer");
        assertThat(entry.at("/payload/reason").asText()).isEqualTo("The lease of worker-1 ran out");
        move(baton, "human", id, "answer").expect(200);
        isHeldByNobody(baton, id);
        ClockUtil.offset(Duration.ofDays(9).toMillis());
        baton.fireTimers(id);
        assertThat(baton.state(id)).as("nobody holds it, so nothing runs out").isEqualTo("working");
    }

    @OnBothDatabases
    void aHeartbeatKeepsTheLease(Baton baton) {
        String id = taken(baton, "worker-1");
        ClockUtil.offset(Duration.ofHours(20).toMillis());
        Workers.beat(baton, "worker-1", id, 1, "here").expect(200);
        ClockUtil.offset(Duration.ofHours(40).toMillis());
        baton.fireTimers(id);
        isHeldBy(baton, "worker-1", id, 1);
    }

    @OnBothDatabases
    void claimsHandOutWhatNobodyHoldsByPriorityAndAge(Baton baton) {
        Drawing drawing = deployed(baton);
        String parked = create(baton, drawing, 1);
        move(baton, "worker-1", parked, "take").expect(200);
        move(baton, "worker-1", parked, "park").expect(200);
        String held = create(baton, drawing, 1);
        move(baton, "worker-1", held, "take").expect(200);
        String late = create(baton, drawing, 9);
        String givenBack = create(baton, drawing, 5);
        move(baton, "worker-1", givenBack, "take").expect(200);
        move(baton, "worker-1", givenBack, "give-back").expect(200);
        String open = create(baton, drawing, 3);
        String lost = create(baton, drawing, 2);
        move(baton, "worker-1", lost, "take").expect(200);
        ClockUtil.offset(Duration.ofDays(2).toMillis());
        Workers.beat(baton, "worker-1", held, 1, "here").expect(200);
        baton.fireTimers(lost);
        for (String next : List.of(lost, open, givenBack, late)) {
            JsonNode task = claim(baton, drawing).expect(200).json();
            assertThat(task.get("id").asText()).isEqualTo(next);
            assertThat(task.get("state").asText()).isEqualTo("working");
            assertThat(task.get("assignee").asText()).isEqualTo("worker-2");
            assertThat(task.get("lease").isNull()).isFalse();
            assertThat(task.get("flags")).isEmpty();
        }
        claim(baton, drawing).expect(204);
    }

    @OnBothDatabases
    void tasksOfAnEarlierVersionWithoutTheArrowAreLeftAlone(Baton baton) {
        Drawing drawing = LeasedDrawing.of(
                        "leased-" + UUID.randomUUID().toString().substring(0, 8))
                .erase("working__claim");
        String id = baton.create(drawing);
        move(baton, "worker-1", id, "take").expect(200);
        move(baton, "worker-1", id, "give-back").expect(200);
        baton.deploy(LeasedDrawing.of(drawing.key()));
        claim(baton, drawing).expect(204);
        String open = create(baton, drawing, 5);
        assertThat(claim(baton, drawing).expect(200).json().get("id").asText()).isEqualTo(open);
        baton.migrate(drawing.key());
        assertThat(claim(baton, drawing).expect(200).json().get("id").asText()).isEqualTo(id);
    }

    @OnBothDatabases
    void aTimerThatTheEngineKeepsDoesNotRunWhileNobodyHoldsTheTask(Baton baton) {
        String id = baton.create(LeasedDrawing.withEngineTimer("leased-engine"));
        move(baton, "worker-1", id, "take").expect(200);
        assertThat(baton.jobs(id)).hasSize(1);
        move(baton, "worker-1", id, "give-back").expect(200);
        assertThat(baton.jobs(id)).isEmpty();
        move(baton, "worker-2", id, "claim").expect(200);
        assertThat(baton.jobs(id)).hasSize(1);
        ClockUtil.offset(Duration.ofDays(2).toMillis());
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("parked");
        isHeldByNobody(baton, id);
    }

    private static Drawing deployed(Baton baton) {
        Drawing drawing =
                LeasedDrawing.of("leased-" + UUID.randomUUID().toString().substring(0, 8));
        baton.deploy(drawing);
        return drawing;
    }

    private static String create(Baton baton, Drawing drawing, int priority) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"priority\":%d}".formatted(drawing.key(), id, priority))
                .expect(201);
        return id;
    }

    private static String taken(Baton baton, String worker) {
        String id = create(baton, deployed(baton), 100);
        move(baton, worker, id, "take").expect(200);
        isHeldBy(baton, worker, id, 1);
        return id;
    }

    private static String lost(Baton baton, String worker) {
        String id = taken(baton, worker);
        ClockUtil.offset(Duration.ofDays(2).toMillis());
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("parked");
        return id;
    }

    private static Answer move(Baton baton, String user, String id, String trigger) {
        return baton.as(user).move(id, trigger, "{}");
    }

    private static Answer claim(Baton baton, Drawing drawing) {
        return baton.as("worker-2").post("/api/claims", "{\"lifecycle\":\"%s\"}".formatted(drawing.key()));
    }

    private static boolean permitted(Baton baton, String user, String id, String trigger) {
        JsonNode options = baton.as(user)
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json();
        return Json.list(options.get("transitions")).stream()
                .filter(option -> option.get("trigger").asText().equals(trigger))
                .allMatch(option -> option.get("permitted").asBoolean());
    }

    private static void isHeldBy(Baton baton, String user, String id, int epoch) {
        JsonNode task = baton.task(id);
        assertThat(task.get("assignee").asText()).isEqualTo(user);
        assertThat(task.at("/lease/epoch").asInt()).isEqualTo(epoch);
    }

    private static void isHeldByNobody(Baton baton, String id) {
        JsonNode task = baton.task(id);
        assertThat(task.get("assignee").isNull()).isTrue();
        assertThat(task.get("lease").isNull()).isTrue();
    }

    private static JsonNode last(Baton baton, String id) {
        List<JsonNode> history = baton.history(id);
        return history.get(history.size() - 1);
    }
}
