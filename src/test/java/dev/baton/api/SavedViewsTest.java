package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** People save lists of tasks on the server, each their own. */
class SavedViewsTest {

    @OnBothDatabases
    void aViewIsCountedChangedAndDeletedByItsOwnerOnly(Baton baton) {
        String word = "view" + System.nanoTime();
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"title\":\"%s\"}".formatted(word))
                .expect(201);
        String path = "/api/views/All%20of%20" + word;
        baton.as("lead")
                .put(path, "{\"query\":\"q=%s&sort=priority\"}".formatted(word), "application/json")
                .expect(200);
        JsonNode saved = view(baton, "lead", "All of " + word);
        assertThat(saved.get("query").asText()).isEqualTo("q=" + word + "&sort=priority");
        assertThat(saved.get("count").asLong()).isEqualTo(1);
        assertThat(saved.get("atLeast").asBoolean()).isFalse();
        assertThat(view(baton, "human", "All of " + word).isMissingNode()).isTrue();

        baton.as("lead")
                .put(path, "{\"query\":\"q=%s&state=completed\"}".formatted(word), "application/json")
                .expect(200);
        assertThat(view(baton, "lead", "All of " + word).get("count").asLong()).isZero();
        baton.as("human").delete(path, null).expect(404);
        baton.as("lead").delete(path, null).expect(204);
        assertThat(view(baton, "lead", "All of " + word).isMissingNode()).isTrue();
    }

    @OnBothDatabases
    void firstSavesOfOneNameAtTheSameMomentAllSucceed(Baton baton) throws Exception {
        ExecutorService tabs = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 5; round++) {
                String path = "/api/views/at-once-" + System.nanoTime();
                CyclicBarrier start = new CyclicBarrier(8);
                Callable<Integer> save = () -> {
                    start.await(30, TimeUnit.SECONDS);
                    return baton.as("intern")
                            .put(path, "{\"query\":\"mine=true\"}", "application/json")
                            .status();
                };
                for (Future<Integer> answer : tabs.invokeAll(Collections.nCopies(8, save))) {
                    assertThat(answer.get()).isEqualTo(200);
                }
                baton.as("intern").delete(path, null).expect(204);
            }
        } finally {
            tabs.shutdown();
        }
    }

    @OnBothDatabases
    void whatGetTasksWouldNotUnderstandIsRefused(Baton baton) {
        assertThat(baton.as("lead")
                        .put("/api/views/x", "{\"query\":\"colour=red\"}", "application/json")
                        .expect(400)
                        .body())
                .contains("colour");
        baton.as("lead").put("/api/views/x", "{}", "application/json").expect(400);
        baton.as("lead")
                .put("/api/views/" + "x".repeat(81), "{\"query\":\"\"}", "application/json")
                .expect(400);
        baton.anonymous().get("/api/views").expect(401);
    }

    @OnBothDatabases
    void aNameOfSpacesIsRefusedAndSpacesAroundANameDoNotCount(Baton baton) {
        assertThat(baton.as("lead")
                        .put("/api/views/%20", "{\"query\":\"\"}", "application/json")
                        .expect(400)
                        .body())
                .contains("name: it has 1 to 80 characters, not only spaces");
        baton.as("lead")
                .put("/api/views/%20spaces%20", "{\"query\":\"\"}", "application/json")
                .expect(200);
        assertThat(view(baton, "lead", "spaces").isMissingNode()).isFalse();
        baton.as("lead").delete("/api/views/%20spaces%20", null).expect(204);
        assertThat(view(baton, "lead", "spaces").isMissingNode()).isTrue();
    }

    @OnBothDatabases
    void nobodySavesMoreThanThirty(Baton baton) {
        for (int i = 0; i < 30; i++) {
            baton.as("security-2")
                    .put("/api/views/v" + i, "{\"query\":\"\"}", "application/json")
                    .expect(200);
        }
        assertThat(baton.as("security-2")
                        .put("/api/views/one-more", "{\"query\":\"\"}", "application/json")
                        .expect(409)
                        .body())
                .contains("delete one first");
        baton.as("security-2")
                .put("/api/views/v7", "{\"query\":\"mine=true\"}", "application/json")
                .expect(200);
        for (int i = 0; i < 30; i++) {
            baton.as("security-2").delete("/api/views/v" + i, null).expect(204);
        }
    }

    private static JsonNode view(Baton baton, String user, String name) {
        for (JsonNode view : baton.as(user).get("/api/views").expect(200).json().get("views")) {
            if (view.get("name").asText().equals(name)) {
                return view;
            }
        }
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }
}
