package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@AlsoWithoutFastPath
class ClaimNextTest {

    private static final Duration WOKEN = Duration.ofMillis(500);

    @OnBothDatabases
    void theLowestPriorityNumberComesFirstThenTheOldest(Baton baton) {
        Workers.drain(baton);
        List<String> ids = new ArrayList<>();
        for (int priority : new int[] {5, 1, 5, 3}) {
            String id = Baton.newId();
            baton.admin()
                    .post(
                            "/api/tasks",
                            "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"priority\":%d}".formatted(id, priority))
                    .expect(201);
            ids.add(id);
        }
        for (int index : new int[] {1, 3, 0, 2}) {
            JsonNode task = Workers.claimNext(baton, "worker-1", 0).expect(200).json();
            assertThat(task.get("id").asText()).isEqualTo(ids.get(index));
            assertThat(task.get("assignee").asText()).isEqualTo("worker-1");
            assertThat(task.get("lease").get("epoch").asInt()).isEqualTo(1);
        }
        Workers.claimNext(baton, "worker-1", 0).expect(204);
    }

    @OnBothDatabases
    void abandonedAndBlockedTasksAreNotHandedOut(Baton baton) {
        Workers.drain(baton);
        String id = Workers.create(baton, "[]");
        Workers.create(baton, "[\"%s\"]".formatted(id));
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"not needed\"}").expect(204);
        Workers.claimNext(baton, "worker-1", 0).expect(204);
    }

    @OnBothDatabases
    void aLifecycleThatHandsOutNothingSaysSo(Baton baton) {
        baton.as("worker-1").post("/api/claims", "{\"lifecycle\":\"errand\"}").expect(422);
        baton.as("worker-1").post("/api/claims", "{\"lifecycle\":\"nothing\"}").expect(422);
        for (int seconds : new int[] {-1, 61}) {
            String body = "{\"lifecycle\":\"work-queue\",\"wait\":" + seconds + "}";
            assertThat(Problem.of(baton.as("worker-1").post("/api/claims", body), 400)
                            .about("field"))
                    .containsExactly("wait");
        }
    }

    @OnBothDatabases
    void exactlyOneOfManyWorkersGetsATask(Baton baton) throws Exception {
        Workers.drain(baton);
        for (int i = 0; i < 40; i++) {
            Workers.create(baton, "[]");
        }
        Set<String> got = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<CompletableFuture<Integer>> workers = new ArrayList<>();
            for (int w = 0; w < 16; w++) {
                String worker = "worker-" + (w % 2 + 1);
                workers.add(CompletableFuture.supplyAsync(() -> work(baton, worker, got), threads));
            }
            int sum = workers.stream().mapToInt(CompletableFuture::join).sum();
            assertThat(sum).isEqualTo(40);
            assertThat(got).hasSize(40);
        } finally {
            threads.shutdownNow();
        }
    }

    private static int work(Baton baton, String worker, Set<String> got) {
        int count = 0;
        Answer answer = Workers.claimNext(baton, worker, 0);
        while (answer.status() == 200) {
            assertThat(got.add(answer.json().get("id").asText())).isTrue();
            count++;
            answer = Workers.claimNext(baton, worker, 0);
        }
        answer.expect(204);
        return count;
    }

    @OnBothDatabases
    void aWaitingWorkerIsWokenAtOnce(Baton baton) {
        Workers.drain(baton);
        assertWokenBeforeTheNextLook(baton, baton);
    }

    @OnBothDatabases
    void waitingInVainEndsWithNothing(Baton baton) {
        Workers.drain(baton);
        Workers.claimNext(baton, "worker-1", 1).expect(204);
    }

    @Test
    void aWorkerThatWaitsAtOneServerIsWokenByATaskOfAnother() {
        Baton one = Baton.on(Database.POSTGRES);
        Workers.drain(one);
        try (Baton other = one.another()) {
            assertWokenBeforeTheNextLook(one, other);
        }
    }

    /** A server looks for itself every 2 s. The quickest of some attempts counts, because a busy machine delays single ones. */
    private static void assertWokenBeforeTheNextLook(Baton waitsAt, Baton createdAt) {
        Duration quickest = Duration.ofDays(1);
        for (int attempt = 0; attempt < 5 && quickest.compareTo(WOKEN) >= 0; attempt++) {
            CompletableFuture<Answer> waiting =
                    CompletableFuture.supplyAsync(() -> Workers.claimNext(waitsAt, "worker-1", 30));
            Awaitility.await()
                    .during(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> !waiting.isDone());
            long start = System.nanoTime();
            String id = Workers.create(createdAt, "[]");
            assertThat(waiting.join().expect(200).json().get("id").asText()).isEqualTo(id);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            quickest = taken.compareTo(quickest) < 0 ? taken : quickest;
        }
        assertThat(quickest).isLessThan(WOKEN);
    }
}
