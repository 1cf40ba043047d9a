package dev.baton.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;

class DependenciesTest {

    @OnBothDatabases
    void aTaskIsReadyWhenItsLastBlockerIsDone(Baton baton) {
        String first = Workers.inProgress(baton, "worker-1");
        String second = Workers.inProgress(baton, "worker-2");
        String id = Workers.create(baton, "[\"%s\",\"%s\"]".formatted(first, second));
        assertThat(baton.state(id)).isEqualTo("blocked");
        assertThat(Json.list(baton.task(id).get("blockedBy")))
                .extracting(b -> b.get("state").asText())
                .containsExactly("in_progress", "in_progress");
        Workers.move(baton, "worker-1", first, "succeed", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("blocked");
        Workers.move(baton, "worker-2", second, "succeed", "{}").expect(200);
        awaitState(baton, id, "ready");
        JsonNode last = baton.history(id).get(1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("kind").asText()).isEqualTo("automatic");
    }

    @OnBothDatabases
    void aTaskWhoseBlockersAreAllDoneIsReadyFromTheStart(Baton baton) {
        String done = Workers.completed(baton, "worker-1");
        assertThat(baton.state(Workers.create(baton, "[\"%s\"]".formatted(done))))
                .isEqualTo("ready");
    }

    @OnBothDatabases
    void aFailedBlockerShowsUntilSomebodyEditsTheDependency(Baton baton) {
        String blocker = baton.newId();
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"maxAttempts\":1}".formatted(blocker))
                .expect(201);
        String id = Workers.create(baton, "[\"%s\"]".formatted(blocker));
        for (String trigger : List.of("claim", "start", "fail")) {
            Workers.move(baton, "worker-1", blocker, trigger, trigger.equals("fail") ? "{\"error\":\"e\"}" : "{}")
                    .expect(200);
        }
        assertThat(baton.state(blocker)).isEqualTo("failed");
        assertThat(baton.state(id)).isEqualTo("blocked");
        assertThat(Json.texts(baton.task(id).get("flags"))).containsExactly("blocked-by-failed");
        replace(baton, id, "[]").expect(200);
        assertThat(baton.state(id)).isEqualTo("ready");
        assertThat(baton.task(id).get("flags")).isEmpty();
    }

    @OnBothDatabases
    void anUnknownBlockerAndACycleAreRefused(Baton baton) {
        String id = Baton.newId();
        Workers.createAs(baton, id, "[\"nobody\"]").expect(422);
        Workers.createAs(baton, id, "[\"%s\"]".formatted(id)).expect(422);
        String a = Workers.create(baton, "[]");
        String b = Workers.create(baton, "[\"%s\"]".formatted(a));
        String c = Workers.create(baton, "[\"%s\"]".formatted(b));
        replace(baton, b, "[\"%s\"]".formatted(c)).expect(422);
        replace(baton, b, "[\"%s\",\"%s\"]".formatted(a, b)).expect(422);
        replace(baton, b, "[\"nobody\"]").expect(422);
        assertThat(Json.list(baton.task(b).get("blockedBy")))
                .extracting(x -> x.get("id").asText())
                .containsExactly(a);
    }

    @OnBothDatabases
    void onlyABlockedTaskCanBeginToWaitForMore(Baton baton) {
        String a = Workers.create(baton, "[]");
        String ready = Workers.create(baton, "[]");
        replace(baton, ready, "[\"%s\"]".formatted(a)).expect(409);
        replace(baton, Workers.completed(baton, "worker-1"), "[]").expect(409);
        replace(baton, Baton.newId(), "[]").expect(404);
    }

    @OnBothDatabases
    void twoEditsAtOnceCanNotMakeACycleTogether(Baton baton) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 10; round++) {
                String root = Workers.create(baton, "[]");
                String a = Workers.create(baton, "[\"%s\"]".formatted(root));
                String b = Workers.create(baton, "[\"%s\"]".formatted(root));
                CyclicBarrier barrier = new CyclicBarrier(2);
                var one = CompletableFuture.supplyAsync(() -> edit(baton, barrier, a, b), threads);
                var two = CompletableFuture.supplyAsync(() -> edit(baton, barrier, b, a), threads);
                assertThat(List.of(one.join(), two.join())).containsExactlyInAnyOrder(200, 422);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int edit(Baton baton, CyclicBarrier barrier, String id, String blocker) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return replace(baton, id, "[\"%s\"]".formatted(blocker)).status();
    }

    @OnBothDatabases
    void noWakeUpIsLostWhenADependentIsMadeWhileItsBlockerEnds(Baton baton) {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<String> dependents = new ArrayList<>();
        try {
            for (int round = 0; round < 25; round++) {
                String blocker = Workers.inProgress(baton, "worker-1");
                String id = Baton.newId();
                dependents.add(id);
                var end = CompletableFuture.runAsync(
                        () -> Workers.move(baton, "worker-1", blocker, "succeed", "{}", 1)
                                .expect(200),
                        threads);
                var make = CompletableFuture.runAsync(
                        () -> Workers.createAs(baton, id, "[\"%s\"]".formatted(blocker))
                                .expect(201),
                        threads);
                CompletableFuture.allOf(end, make).join();
            }
        } finally {
            threads.shutdownNow();
        }
        dependents.forEach(id -> awaitState(baton, id, "ready"));
    }

    @OnBothDatabases
    void workThatMeetsABlockerMakesItATaskAndGoesOnWhenThatIsDone(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        String blocker = Baton.newId();
        Workers.move(
                        baton,
                        "worker-1",
                        id,
                        "block",
                        "{\"reason\":\"needs an index\",\"blocker\":{\"id\":\"%s\",\"title\":\"Add the index\"}}"
                                .formatted(blocker))
                .expect(200);
        assertThat(baton.task(id).get("lease").isNull()).isTrue();
        assertThat(baton.task(blocker).get("title").asText()).isEqualTo("Add the index");
        for (String trigger : List.of("claim", "start", "succeed")) {
            Workers.move(baton, "worker-2", blocker, trigger, "{}").expect(200);
        }
        awaitState(baton, id, "ready");
    }

    @OnBothDatabases
    void workThatMeetsAnExistingTaskWaitsForThatOne(Baton baton) {
        String blocker = Workers.create(baton, "[]");
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"r\",\"blocker\":\"%s\"}".formatted(blocker))
                .expect(200);
        assertThat(Json.list(baton.task(id).get("blockedBy")))
                .extracting(b -> b.get("id").asText())
                .containsExactly(blocker);
        String cyclic = Workers.create(baton, "[]");
        String waiting = Workers.create(baton, "[\"%s\"]".formatted(cyclic));
        Workers.move(baton, "worker-1", cyclic, "claim", "{}").expect(200);
        Workers.move(baton, "worker-1", cyclic, "start", "{}").expect(200);
        Workers.move(baton, "worker-1", cyclic, "block", "{\"reason\":\"r\",\"blocker\":\"%s\"}".formatted(waiting))
                .expect(422);
        assertThat(baton.state(cyclic)).isEqualTo("in_progress");
    }

    @OnBothDatabases
    void waitingForATaskThatIsDoneAlreadyEndsAtOnce(Baton baton) {
        String done = Workers.completed(baton, "worker-2");
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"r\",\"blocker\":\"%s\"}".formatted(done))
                .expect(200);
        awaitState(baton, id, "ready");
    }

    @OnBothDatabases
    void withoutABlockerATaskWaitsUntilSomebodyEditsIt(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"ask the customer\"}")
                .expect(200);
        assertThat(baton.state(id)).isEqualTo("blocked");
        replace(baton, id, "[]").expect(200);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    static dev.baton.testing.Caller.Answer replace(Baton baton, String id, String blockers) {
        return baton.as("lead")
                .put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":%s}".formatted(blockers), "application/json");
    }

    static void awaitState(Baton baton, String id, String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(baton.state(id)).isEqualTo(state));
    }
}
