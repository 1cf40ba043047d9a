package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

@AlsoWithoutFastPath
class LeasesTest {

    @OnBothDatabases
    void aClaimLastsTenMinutesUnlessTheTaskSaysOtherwise(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        assertThat(leaseDuration(baton, id)).isEqualTo(Duration.ofMinutes(10));

        String quick = baton.create("work-queue", "{\"claimTimeout\":\"PT90S\"}");
        Workers.move(baton, "worker-1", quick, "claim", "{}").expect(200);
        assertThat(leaseDuration(baton, quick)).isEqualTo(Duration.ofSeconds(90));
    }

    @OnBothDatabases
    void aTimeOutThatIsNoDurationIsRefusedAtOnce(Baton baton) {
        for (String nonsense : List.of("\"soon\"", "5", "\"P\"", "\"PT\"", "\"-PT5M\"", "\"${1}\"")) {
            baton.admin()
                    .post(
                            "/api/tasks",
                            "{\"lifecycle\":\"work-queue\",\"data\":{\"claimTimeout\":%s}}".formatted(nonsense))
                    .expect(422);
        }
    }

    @OnBothDatabases
    void aTimeOutOfNoTimeOrForEverIsRefusedAndLeavesNothing(Baton baton) {
        for (String name : List.of("claimTimeout", "progressTimeout")) {
            for (String wrong : WRONG) {
                String id = Baton.newId();
                Answer refused = baton.admin()
                        .post(
                                "/api/tasks",
                                "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"data\":{\"%s\":\"%s\"}}"
                                        .formatted(id, name, wrong))
                        .expect(422);
                assertThat(refused.json().at("/errors/0/message").asText())
                        .as(wrong)
                        .startsWith(name)
                        .contains("at least a second", "at most 3650 days");
                baton.admin().get("/api/tasks/" + id).expect(404);
                assertThat(instances(baton, id)).isZero();
            }
        }
    }

    private static final List<String> WRONG = List.of(
            "PT0S",
            "P0D",
            "P0DT0H0M0S",
            "PT00M",
            "P3651D",
            "P99999999999999D",
            "PT999999999S",
            "P0001D",
            "PT5M\\n",
            "P1W",
            "pt5m");

    private static long instances(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT count(*) FROM ACT_RU_EXECUTION WHERE BUSINESS_KEY_=?")
                .param(id)
                .query(Long.class)
                .single();
    }

    @OnBothDatabases
    void theShortestAndTheLongestTimeOutWork(Baton baton) {
        for (String right : List.of("PT1S", "P0DT1S", "P3650D", "P3650DT99999H999999M99999999S")) {
            String id = baton.create(
                    "work-queue", "{\"claimTimeout\":\"%s\",\"progressTimeout\":\"%s\"}".formatted(right, right));
            Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
            assertThat(leaseDuration(baton, id)).isEqualTo(Duration.parse(right));
            Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        }
    }

    @OnBothDatabases
    void aClaimThatRunsOutGivesTheTaskBackAndCountsAsAnAttempt(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        advanceClock(Duration.ofMinutes(9));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("claimed");
        advanceClock(Duration.ofMinutes(11));
        baton.fireTimers(id);
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("ready");
        assertThat(task.get("attempts").asInt()).isEqualTo(1);
        assertThat(task.get("assignee").isNull()).isTrue();
        assertThat(task.get("lease").isNull()).isTrue();
        JsonNode last = baton.history(id).get(2);
        assertThat(last.get("trigger").asText()).isEqualTo("claim-timeout");
        assertThat(last.get("actor").asText()).isEqualTo("system");
    }

    @OnBothDatabases
    void aWorkerWhoseLeaseRanOutCanNotWriteAnyMore(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        advanceClock(Duration.ofMinutes(11));
        baton.fireTimers(id);
        Workers.move(baton, "worker-1", id, "start", "{}", 1).expect(409);
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        Workers.move(baton, "worker-1", id, "start", "{}", 1).expect(409);
        Workers.beat(baton, "worker-1", id, 1, "still here").expect(409);
        Workers.move(baton, "worker-1", id, "start", "{}", 2).expect(200);
    }

    @OnBothDatabases
    void everyStepWithAnOldEpochOrBySomebodyElseIsRefusedAndChangesNothing(Baton baton) {
        String claimed = Workers.claimed(baton, "worker-1");
        String working = Workers.inProgress(baton, "worker-1");
        assertRefused(baton, claimed, "start", "{}");
        assertRefused(baton, claimed, "release", "{}");
        assertRefused(baton, working, "succeed", "{}");
        assertRefused(baton, working, "fail", "{\"error\":\"e\"}");
        assertRefused(baton, working, "block", "{\"reason\":\"r\"}");
    }

    private static void assertRefused(Baton baton, String id, String trigger, String payload) {
        JsonNode before = baton.task(id);
        List<JsonNode> history = baton.history(id);
        for (int epoch : new int[] {0, 2, 99, -1}) {
            Workers.move(baton, "worker-1", id, trigger, payload, epoch).expect(409);
        }
        for (int epoch : new int[] {0, 1}) {
            Workers.move(baton, "worker-2", id, trigger, payload, epoch).expect(409);
        }
        assertThat(baton.task(id)).isEqualTo(before);
        assertThat(baton.history(id)).isEqualTo(history);
    }

    @OnBothDatabases
    void aHeartbeatMovesTheTimerAndKeepsTheNote(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        advanceClock(Duration.ofMinutes(8));
        JsonNode lease = Workers.beat(baton, "worker-1", id, 1, "running tests")
                .expect(200)
                .json();
        assertThat(Instant.parse(lease.get("expiresAt").asText()))
                .isEqualTo(ClockUtil.getCurrentTime().toInstant().plus(Duration.ofMinutes(10)));
        advanceClock(Duration.ofMinutes(17));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("claimed");
        assertThat(baton.task(id).get("data").get("heartbeat").get("note").asText())
                .isEqualTo("running tests");
        advanceClock(Duration.ofMinutes(19));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void aListShowsTheNoteOfWhoHasTheTaskNow(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        Workers.beat(baton, "worker-1", id, 1, "x".repeat(300)).expect(200);
        assertThat(listed(baton, id).at("/data/heartbeat/note").asText()).hasSize(200);
        Workers.beat(baton, "worker-1", id, 1, "running tests").expect(200);
        assertThat(listed(baton, id).at("/data/heartbeat/note").asText()).isEqualTo("running tests");
        Workers.move(baton, "worker-1", id, "release", "{}").expect(200);
        assertThat(listed(baton, id).at("/data/heartbeat").isMissingNode()).isTrue();
        advanceClock(Duration.ofSeconds(1));
        Workers.move(baton, "worker-2", id, "claim", "{}").expect(200);
        assertThat(listed(baton, id).at("/data/heartbeat").isMissingNode())
                .as("worker-2 has said nothing yet")
                .isTrue();
    }

    private static JsonNode listed(Baton baton, String id) {
        return baton.admin().get("/api/tasks?q=" + id).expect(200).json().at("/tasks/0");
    }

    @OnBothDatabases
    void aLeaseHasNoJobInTheEngineUntilItHasExpired(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        Instant expires =
                Instant.parse(baton.task(id).get("lease").get("expiresAt").asText());
        baton.bean(LeaseExpiry.class).createDueTimers();
        assertThat(baton.jobs(id)).isEmpty();
        advanceClock(Duration.ofMinutes(11));
        baton.bean(LeaseExpiry.class).createDueTimers();
        baton.bean(LeaseExpiry.class).createDueTimers();
        assertThat(baton.jobs(id))
                .singleElement()
                .satisfies(job -> assertThat(job.getDuedate().toInstant()).isEqualTo(expires));
    }

    @OnBothDatabases
    void aHeartbeatInTheLastMomentSavesTheLease(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        advanceClock(Duration.ofMinutes(11));
        baton.bean(LeaseExpiry.class).createDueTimers();
        Workers.beat(baton, "worker-1", id, 1, "still here").expect(200);
        assertThat(baton.jobs(id)).isEmpty();
        advanceClock(Duration.ofMinutes(20));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("claimed");
        advanceClock(Duration.ofMinutes(22));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void aTaskThatMovesOnInTheLastMomentLeavesNoTimerBehind(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        advanceClock(Duration.ofMinutes(11));
        baton.bean(LeaseExpiry.class).createDueTimers();
        Workers.move(baton, "worker-1", id, "start", "{}", 1).expect(200);
        assertThat(baton.jobs(id)).isEmpty();
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("in_progress");
    }

    @OnBothDatabases
    void aHeartbeatBySomebodyElseIsRefused(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.beat(baton, "worker-2", id, 1, "mine").expect(409);
        Workers.beat(baton, "worker-1", id, 7, "old").expect(409);
        Workers.beat(baton, "worker-1", Baton.newId(), 1, "what").expect(404);
        assertThat(baton.task(id).get("data").has("heartbeat")).isFalse();
    }

    @OnBothDatabases
    void anHourWithoutAHeartbeatIsOnlyFlagged(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        advanceClock(Duration.ofMinutes(61));
        baton.fireTimers(id);
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("in_progress");
        assertThat(Json.texts(task.get("flags"))).containsExactly("no-progress");
        assertThat(baton.history(id)).hasSize(4);
        assertThat(baton.history(id).get(3).get("kind").asText()).isEqualTo("within");
        Workers.beat(baton, "worker-1", id, 1, "was busy").expect(200);
        assertThat(baton.task(id).get("flags")).isEmpty();
        advanceClock(Duration.ofMinutes(125));
        baton.fireTimers(id);
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("no-progress");
        Workers.move(baton, "worker-1", id, "succeed", "{}").expect(200);
        assertThat(baton.task(id).get("flags")).isEmpty();
    }

    @OnBothDatabases
    void aWorkerReleasesItsTaskAndPeopleReleaseAnyTask(Baton baton) {
        String mine = Workers.claimed(baton, "worker-1");
        Workers.move(baton, "worker-1", mine, "release", "{}").expect(200);
        assertThat(baton.task(mine).get("attempts").asInt()).isZero();
        for (String person : List.of("human", "admin")) {
            String theirs = Workers.claimed(baton, "worker-1");
            Workers.move(baton, person, theirs, "release", "{}", 0).expect(200);
            assertThat(baton.state(theirs)).isEqualTo("ready");
        }
        String held = Workers.claimed(baton, "worker-1");
        Workers.move(baton, "lead", held, "release", "{}", 0).expect(409);
    }

    @OnBothDatabases
    void peopleRecoverATaskFromADeadWorker(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-2", id, "recover", "{\"reason\":\"dead\"}", 0)
                .expect(403);
        Workers.move(baton, "human", id, "recover", "{\"reason\":\"dead\"}", 0).expect(200);
        assertThat(baton.state(id)).isEqualTo("ready");
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
        assertThat(baton.task(id).get("attempts").asInt()).isEqualTo(1);
        Workers.move(baton, "worker-1", id, "succeed", "{}", 1).expect(409);
    }

    private static Duration leaseDuration(Baton baton, String id) {
        JsonNode task = baton.task(id);
        Instant end = Instant.parse(task.get("lease").get("expiresAt").asText());
        Instant start = Instant.parse(task.get("stateEnteredAt").asText());
        return Duration.ofSeconds(Math.round(Duration.between(start, end).toMillis() / 1000.0));
    }

    private static final long START = System.currentTimeMillis();

    /** Sets the engine's clock to that time after the start of the tests. */
    private static void advanceClock(Duration time) {
        ClockUtil.setCurrentTime(new Date(Math.max(START, System.currentTimeMillis() - 1) + time.toMillis()));
    }
}
