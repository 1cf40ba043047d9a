package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import java.util.List;

/** Reflections on ended tasks are stored and do not change the state. */
class ReflectionTest {

    @OnBothDatabases
    void aReflectionIsKeptAndMovesNothing(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("completed");
        List<JsonNode> history = baton.history(id);
        double seen = count(baton);
        JsonNode answer = baton.as("worker-1")
                .post(
                        "/api/tasks/" + id + "/transitions",
                        "{\"trigger\":\"REFLECTION_COMPLETE\",\"eventId\":\"evt-9\",\"payload\":%s}"
                                .formatted(Thinker.REFLECTION))
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("completed");
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("completed");
        assertThat(task.get("data").get("postReflection")).isEqualTo(Json.read(Thinker.REFLECTION));
        assertThat(baton.history(id)).isEqualTo(history);
        JsonNode kept = thinker.records(id, "afterwards").get(0);
        assertThat(kept.get("trigger").asText()).isEqualTo("REFLECTION_COMPLETE");
        assertThat(kept.get("eventId").asText()).isEqualTo("evt-9");
        assertThat(kept.get("by").asText()).isEqualTo("worker-1");
        assertThat(count(baton)).isEqualTo(seen + 1);
    }

    @OnBothDatabases
    void whoeverReflectsFindsWhatIsStillDue(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String due = thinker.in("completed");
        String done = thinker.in("completed");
        thinker.event(done, "REFLECTION_COMPLETE").expect(200);
        assertThat(Json.texts(baton.task(due).get("flags"))).containsExactly("reflection-due");
        assertThat(baton.task(done).get("flags")).isEmpty();
        String page = "/api/tasks?lifecycle=cognitive&state=completed&flag=reflection-due&limit=500";
        List<String> ids = Json.list(baton.admin().get(page).expect(200).json().get("tasks")).stream()
                .map(task -> task.get("id").asText())
                .toList();
        assertThat(ids).contains(due).doesNotContain(done);
        Problem.of(baton.admin().get("/api/tasks?flag=%25"), 400);
    }

    @OnBothDatabases
    void aReflectionWithoutAnEpisodeIsOneToo(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        for (String payload : List.of(
                "{\"facts\":[],\"episode\":null,\"assessment\":\"fine\"}", "{\"facts\":[],\"assessment\":\"fine\"}")) {
            String id = thinker.in("completed");
            thinker.event(id, "REFLECTION_COMPLETE", payload).expect(200);
            assertThat(thinker.context(id).get("postReflection").get("episode").isNull())
                    .isTrue();
        }
    }

    @OnBothDatabases
    void aWrongReflectionNeverTouchesTheFinishedTask(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("completed");
        JsonNode before = baton.task(id);
        assertThat(Problem.of(thinker.event(id, "REFLECTION_COMPLETE", "{}"), 422)
                        .about("field"))
                .containsExactlyInAnyOrder("facts", "assessment");
        assertThat(Problem.of(thinker.event(id, "REFLECTION_COMPLETE", """
                                {"facts":[{"path":""}],"episode":{"title":"t"},"assessment":5}"""), 422)
                        .about("field"))
                .contains("facts", "episode", "assessment");
        assertThat(baton.task(id)).isEqualTo(before);
        assertThat(thinker.records(id, "afterwards")).isEmpty();
    }

    @OnBothDatabases
    void aTaskIsLearnedFromOnce(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.in("completed");
        thinker.event(id, "REFLECTION_COMPLETE").expect(200);
        JsonNode before = baton.task(id);
        Problem.of(thinker.event(id, "REFLECTION_COMPLETE", "{\"facts\":[],\"assessment\":\"otherwise\"}"), 409);
        assertThat(baton.task(id)).isEqualTo(before);
        assertThat(thinker.records(id, "afterwards")).hasSize(1);
    }

    @OnBothDatabases
    void aFailedTaskCanBeLearnedFromARunningOneCant(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String failed = thinker.in("failed");
        thinker.event(failed, "REFLECTION_COMPLETE").expect(200);
        assertThat(thinker.state(failed)).isEqualTo("failed");
        for (String state : List.of("idle", "reasoning", "acting", "suspended")) {
            Problem.of(thinker.event(thinker.in(state), "REFLECTION_COMPLETE"), 409);
        }
    }

    @OnBothDatabases
    void tryingAReflectionLeavesNoTrace(Baton baton) {
        String id = new Thinker(baton.admin()).in("completed");
        JsonNode before = baton.task(id);
        double seen = count(baton);
        baton.admin()
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"REFLECTION_COMPLETE\",\"payload\":%s}".formatted(Thinker.REFLECTION))
                .expect(200);
        assertThat(baton.task(id)).isEqualTo(before);
        assertThat(count(baton)).isEqualTo(seen);
    }

    private static double count(Baton baton) {
        return baton.admin()
                .get("/actuator/prometheus")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith("baton_reflections_total{") && line.contains("episode=\"true\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
