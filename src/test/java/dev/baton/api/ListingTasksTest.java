package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.ArrayList;
import java.util.List;

class ListingTasksTest {

    @OnBothDatabases
    void pagesFollowOneAnotherWithoutGapOrRepetition(Baton baton) {
        String key = ownLifecycle(baton);
        List<String> created = create(baton, key, 7);
        List<String> listed = new ArrayList<>();
        String next = "0";
        while (next != null) {
            JsonNode page = page(baton, "lifecycle=" + key + "&limit=3&after=" + next);
            assertThat(page.get("tasks").size()).isLessThanOrEqualTo(3);
            listed.addAll(ids(page));
            next = page.get("next").isNull() ? null : page.get("next").asText();
        }
        assertThat(listed).isEqualTo(created);
    }

    @OnBothDatabases
    void aPageStaysWhatItIsWhenTasksComeMoveAndGo(Baton baton) {
        String key = ownLifecycle(baton);
        List<String> created = create(baton, key, 4);
        String next = page(baton, "lifecycle=" + key + "&limit=2").get("next").asText();
        baton.admin()
                .delete("/api/tasks/" + created.get(0), "{\"reason\":\"not needed\"}")
                .expect(204);
        baton.admin()
                .delete("/api/tasks/" + created.get(0), "{\"reason\":\"out of sight\"}")
                .expect(204);
        baton.as("worker-1").move(created.get(3), "take", ErrandDiagram.PLAN).expect(200);
        String newcomer = create(baton, key, 1).get(0);
        assertThat(ids(page(baton, "lifecycle=" + key + "&limit=3&after=" + next)))
                .containsExactly(created.get(2), created.get(3), newcomer);
    }

    @OnBothDatabases
    void theLastPageHasNoNextEvenWhenItIsFull(Baton baton) {
        String key = ownLifecycle(baton);
        create(baton, key, 2);
        assertThat(page(baton, "lifecycle=" + key + "&limit=2").get("next").isNull())
                .isTrue();
    }

    @OnBothDatabases
    void theLimitHasBounds(Baton baton) {
        for (String limit : List.of("1", "500")) {
            baton.admin().get("/api/tasks?limit=" + limit).expect(200);
        }
        for (String limit : List.of("0", "501", "-1", "many", "1.5", "99999999999")) {
            assertThat(Problem.of(baton.admin().get("/api/tasks?limit=" + limit), 400)
                            .detail())
                    .contains("limit");
        }
        for (String after : List.of("-1", "yesterday", "99999999999999999999")) {
            assertThat(Problem.of(baton.admin().get("/api/tasks?after=" + after), 400)
                            .detail())
                    .contains("after");
        }
        Problem.of(baton.admin().get("/api/tasks?active=perhaps"), 400);
    }

    @OnBothDatabases
    void filtersCombine(Baton baton) {
        String key = ownLifecycle(baton);
        List<String> tasks = create(baton, key, 3);
        baton.as("worker-1").move(tasks.get(0), "take", ErrandDiagram.PLAN).expect(200);
        baton.as("human").move(tasks.get(1), "drop", "{}").expect(200);
        assertThat(ids(page(baton, "lifecycle=" + key + "&state=working"))).containsExactly(tasks.get(0));
        assertThat(ids(page(baton, "lifecycle=" + key + "&assignee=worker-1"))).containsExactly(tasks.get(0));
        assertThat(ids(page(baton, "lifecycle=" + key + "&active=true"))).containsExactly(tasks.get(0), tasks.get(2));
        assertThat(ids(page(baton, "lifecycle=" + key + "&active=false"))).containsExactly(tasks.get(1));
        assertThat(ids(page(baton, "lifecycle=" + key + "&state=working&assignee=worker-2")))
                .isEmpty();
    }

    @OnBothDatabases
    void theCountKnowsHowManyAreActiveAndHowManyMayBe(Baton baton) {
        String key = ownLifecycle(baton);
        List<String> tasks = create(baton, key, 3);
        baton.as("human").move(tasks.get(1), "drop", "{}").expect(200);
        JsonNode active = baton.admin()
                .get("/api/tasks/count?active=true&lifecycle=" + key)
                .expect(200)
                .json();
        assertThat(active.get("count").asInt()).isEqualTo(2);
        assertThat(active.get("maxActive").asInt()).isEqualTo(1000);
        JsonNode all = baton.admin()
                .get("/api/tasks/count?lifecycle=" + key)
                .expect(200)
                .json();
        assertThat(all.get("count").asInt()).isEqualTo(3);
    }

    @OnBothDatabases
    void whatIsNotThereIsNotFound(Baton baton) {
        for (String path : List.of("/api/tasks/nobody", "/api/tasks/nobody/history", "/api/tasks/nobody/transitions")) {
            assertThat(Problem.of(baton.admin().get(path), 404).detail()).contains("nobody");
        }
        Problem.of(baton.admin().move("nobody", "take", "{}"), 404);
        Problem.of(baton.admin().delete("/api/tasks/nobody", "{\"reason\":\"x\"}"), 404);
        Problem.of(baton.admin().get("/api/no-such-thing"), 404);
        Problem.of(baton.admin().put("/api/tasks", "{}", "application/json"), 405);
    }

    private static String ownLifecycle(Baton baton) {
        String key = ErrandDiagram.newKey();
        return ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
    }

    private static List<String> create(Baton baton, String key, int number) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            ids.add(baton.create(key));
        }
        return ids;
    }

    private static JsonNode page(Baton baton, String query) {
        return baton.admin().get("/api/tasks?" + query).expect(200).json();
    }

    private static List<String> ids(JsonNode page) {
        return Json.list(page.get("tasks")).stream()
                .map(task -> task.get("id").asText())
                .toList();
    }
}
