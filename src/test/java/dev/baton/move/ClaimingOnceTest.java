package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** A worker that repeats a claim or a heartbeat with the same key gets the same answer, not another task. */
class ClaimingOnceTest {

    private static final String NEXT = "{\"lifecycle\":\"work-queue\"}";
    private static final String NEXT_IN_A_WHILE = "{\"lifecycle\":\"work-queue\",\"wait\":30}";

    private static Caller worker(Baton baton) {
        return worker(baton, "worker-1", UUID.randomUUID().toString());
    }

    private static Caller worker(Baton baton, String name, String key) {
        return baton.as(name).with("X-Idempotency-Key", key);
    }

    private static Answer claim(Caller worker) {
        return worker.post("/api/claims", NEXT);
    }

    private static String id(Answer claim) {
        return claim.expect(200).json().get("id").asText();
    }

    private static void assertAllEqual(List<Answer> answers) {
        for (Answer answer : answers) {
            assertThat(answer.expect(200).body()).isEqualTo(answers.get(0).body());
        }
    }

    private static List<String> twoWaiting(Baton baton) {
        Workers.drain(baton);
        return List.of(Workers.create(baton, "[]"), Workers.create(baton, "[]"));
    }

    @OnBothDatabases
    void aRepeatedClaimGetsTheSameTaskAndLease(Baton baton) {
        List<String> waiting = twoWaiting(baton);
        Caller worker = worker(baton);
        Answer first = claim(worker);
        Answer again = claim(worker);
        assertAllEqual(List.of(first, again));
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(id(first)).isEqualTo(waiting.get(0));
        assertThat(again.json().get("lease").get("epoch").asInt()).isEqualTo(1);
        assertThat(baton.state(waiting.get(1))).isEqualTo("ready");
    }

    @OnBothDatabases
    void theAnswerIsTheFirstOneAlsoWhenTheLeaseIsLost(Baton baton) {
        Workers.drain(baton);
        String id = Workers.create(baton, "[]");
        Caller worker = worker(baton);
        Answer first = claim(worker);
        Workers.move(baton, "worker-1", id, "release", "{}").expect(200);
        assertAllEqual(List.of(first, claim(worker)));
        Workers.move(baton, "worker-1", id, "start", "{}", 1).expect(409);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void aKeyIsForOneClaimOfOneWorker(Baton baton) {
        List<String> waiting = twoWaiting(baton);
        String key = UUID.randomUUID().toString();
        Caller worker = worker(baton, "worker-1", key);
        String mine = id(claim(worker));
        assertThat(worker.post("/api/claims", NEXT_IN_A_WHILE).expect(409).body())
                .contains("X-Idempotency-Key");
        worker.post("/api/tasks/" + mine + "/heartbeat", "{\"leaseEpoch\":1}").expect(409);
        worker.post("/api/tasks", NEXT).expect(409);
        assertThat(id(claim(worker(baton, "worker-2", key)))).isEqualTo(waiting.get(1));
        claim(worker(baton, "worker-1", "k".repeat(256))).expect(400);
    }

    @OnBothDatabases
    void nothingIsNoAnswerToRemember(Baton baton) {
        Workers.drain(baton);
        Caller worker = worker(baton);
        claim(worker).expect(204);
        worker.post("/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":1}").expect(204);
        worker.post("/api/claims", "{\"lifecycle\":\"errand\"}").expect(422);
        String id = Workers.create(baton, "[]");
        Answer found = claim(worker);
        assertThat(id(found)).isEqualTo(id);
        assertAllEqual(List.of(found, claim(worker)));
    }

    @OnBothDatabases
    void sixteenAtOnceGetOneTask(Baton baton) {
        Workers.drain(baton);
        List<String> waiting =
                Stream.generate(() -> Workers.create(baton, "[]")).limit(16).toList();
        Caller worker = worker(baton);
        assertAllEqual(Crowd.of(16, i -> claim(worker)));
        assertThat(waiting.stream().map(baton::state).filter("claimed"::equals)).hasSize(1);
    }

    @OnBothDatabases
    void noneOfSixteenIsToldThatTheOnlyTaskIsGone(Baton baton) {
        Workers.drain(baton);
        Workers.create(baton, "[]");
        Caller worker = worker(baton);
        assertAllEqual(Crowd.of(16, i -> claim(worker)));
    }

    @OnBothDatabases
    void twoThatWaitWithOneKeyGetOneTask(Baton baton) {
        Workers.drain(baton);
        Caller worker = worker(baton);
        List<Answer> answers =
                Crowd.of(3, i -> i == 0 ? twoNewTasks(baton) : worker.post("/api/claims", NEXT_IN_A_WHILE));
        assertAllEqual(answers.subList(1, 3));
        assertThat(id(claim(worker(baton)))).isNotEqualTo(id(answers.get(1)));
    }

    private static Answer twoNewTasks(Baton baton) {
        Workers.create(baton, "[]");
        return Workers.createAs(baton, Baton.newId(), "[]");
    }

    @OnBothDatabases
    void aClaimWaitsForTheRequestThatHasItsKey(Baton baton) throws Exception {
        List<String> waiting = twoWaiting(baton);
        Caller worker = worker(baton);
        List<Answer> answers = duringMove(baton, waiting.get(0), worker, "{\"trigger\":\"claim\"}");
        answers.get(0).expect(200);
        answers.get(1).expect(409);
        assertThat(baton.state(waiting.get(1))).isEqualTo("ready");
    }

    @OnBothDatabases
    void aClaimHasTheKeyWhenTheRequestBeforeItIsRefused(Baton baton) throws Exception {
        List<String> waiting = twoWaiting(baton);
        List<Answer> answers = duringMove(baton, waiting.get(0), worker(baton), "{\"trigger\":\"succeed\"}");
        answers.get(0).expect(409);
        answers.get(1).expect(200);
    }

    /** The answers to a move that waits for the row lock, and to a claim with the same key in the meantime. */
    private static List<Answer> duringMove(Baton baton, String id, Caller worker, String move) throws Exception {
        try (LockedTask task = LockedTask.lock(baton, id)) {
            return Crowd.of(List.of(
                    () -> worker.post("/api/tasks/" + id + "/transitions", move),
                    () -> {
                        task.awaitWaiting(1);
                        return claim(worker);
                    },
                    () -> task.releaseWhenWaiting(2)));
        }
    }

    @OnBothDatabases
    void aRepeatedHeartbeatIsOne(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        Caller worker = worker(baton);
        Answer first = beat(worker, id, 1);
        JsonNode kept = baton.task(id).get("data").get("heartbeat");
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofMinutes(5).toMillis()));
        assertAllEqual(List.of(first, beat(worker, id, 1)));
        assertThat(baton.task(id).get("data").get("heartbeat")).isEqualTo(kept);
        beat(worker, id, 2).expect(409);
        assertThat(beat(worker(baton), id, 1).expect(200).body()).isNotEqualTo(first.body());
    }

    @OnBothDatabases
    void aRefusedHeartbeatDoesNotUseTheKeyUp(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        Caller worker = worker(baton);
        beat(worker, id, 7).expect(409);
        beat(worker, id, 1).expect(200);
    }

    @OnBothDatabases
    void sixteenHeartbeatsAtOnceAreOne(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        Caller worker = worker(baton);
        assertAllEqual(Crowd.of(16, i -> beat(worker, id, 1)));
    }

    private static Answer beat(Caller worker, String id, int epoch) {
        return worker.post("/api/tasks/" + id + "/heartbeat", "{\"leaseEpoch\":%d}".formatted(epoch));
    }
}
