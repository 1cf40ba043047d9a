package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Duration;
import java.util.Date;
import org.camunda.bpm.engine.impl.util.ClockUtil;

@AlsoWithoutFastPath
class MigratingTasksTest {

    @OnBothDatabases
    void runningTasksFollowTheNewerVersionFromThenOn(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String open = baton.create(key);
        String ended = baton.create(key);
        baton.as("human").move(ended, "drop", "{}").expect(200);
        ErrandDiagram.put(
                baton,
                key,
                ErrandDiagram.diagram(key)
                        .replace("name=\"drop\"", "name=\"discard\"")
                        .replace(">P1D<", ">P9D<"));

        JsonNode report = baton.migrate(key);

        assertThat(report.get("moved").asInt()).isEqualTo(1);
        assertThat(report.get("notMoved")).isEmpty();
        assertThat(baton.task(open).get("version").asInt()).isEqualTo(2);
        assertThat(baton.task(open).get("state").asText()).isEqualTo("open");
        JsonNode edit = baton.history(open).get(1);
        assertThat(edit.get("kind").asText()).isEqualTo("edit");
        assertThat(edit.get("actor").asText()).isEqualTo("admin");
        assertThat(edit.at("/payload/version").toString()).isEqualTo("{\"before\":1,\"after\":2}");
        assertThat(baton.history(ended)).hasSize(2);
        assertThat(baton.task(ended).get("version").asInt()).isEqualTo(1);
        Problem.of(baton.as("human").move(open, "drop", "{}"), 409);
        baton.as("human").move(open, "discard", "{}").expect(200);
        assertThat(baton.migrate(key).get("moved").asInt()).isZero();
    }

    @OnBothDatabases
    void aPreviewSaysWhatWouldMoveAndWhatNotAndMovesNothing(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String open = baton.create(key);
        String taken = baton.create(key);
        baton.as("worker-1")
                .move(taken, "take", "{\"plan\":{\"steps\":[\"walk\"]}}")
                .expect(200);
        ErrandDiagram.put(
                baton,
                key,
                ErrandDiagram.diagram(key)
                        .replace("name=\"state\" value=\"working\"", "name=\"state\" value=\"busy\""));

        JsonNode report = baton.admin()
                .post("/api/lifecycles/" + key + "/migrations?dryRun=true", "{\"from\":1,\"to\":2}")
                .expect(200)
                .json();

        assertThat(report.get("moved").asInt()).isEqualTo(1);
        assertThat(report.at("/notMoved/0/id").asText()).isEqualTo(taken);
        assertThat(report.at("/notMoved/0/reason").asText()).contains("no state 'working'");
        assertThat(baton.task(open).get("version").asInt()).isEqualTo(1);
        assertThat(baton.history(open)).hasSize(1);
        assertThat(baton.as("intern")
                        .get("/api/lifecycles/" + key + "/versions")
                        .expect(200)
                        .body())
                .isEqualTo("[{\"version\":2,\"running\":0},{\"version\":1,\"running\":2}]");
    }

    @OnBothDatabases
    void theWayBackIsTheSame(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String id = baton.create(key);
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key).replace("name=\"drop\"", "name=\"discard\""));
        baton.migrate(key);
        baton.admin()
                .post("/api/lifecycles/" + key + "/migrations", "{\"from\":2,\"to\":1}")
                .expect(200);
        assertThat(baton.task(id).get("version").asInt()).isEqualTo(1);
        baton.as("human").move(id, "drop", "{}").expect(200);
    }

    @OnBothDatabases
    void aTimerOfTheNewerVersionCounts(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String id = baton.create(key);
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key).replace(">P1D<", ">P9D<"));
        assertThat(baton.migrate(key).get("moved").asInt()).isEqualTo(1);
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofDays(2).toMillis()));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("open");
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofDays(10).toMillis()));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("expired");
    }

    @OnBothDatabases
    void whatCannotMoveStaysWithTheReason(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String open = baton.create(key);
        String working = baton.create(key);
        baton.as("worker-1").move(working, "take", ErrandDiagram.PLAN).expect(200);
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key).replace("value=\"working\"", "value=\"busy\""));

        JsonNode report = baton.migrate(key);

        assertThat(report.get("moved").asInt()).isEqualTo(1);
        JsonNode left = Json.list(report.get("notMoved")).get(0);
        assertThat(report.get("notMoved")).hasSize(1);
        assertThat(left.get("id").asText()).isEqualTo(working);
        assertThat(left.get("state").asText()).isEqualTo("working");
        assertThat(left.get("reason").asText()).contains("no state 'working'").doesNotContain("Exception");
        assertThat(baton.task(open).get("version").asInt()).isEqualTo(2);
        assertThat(baton.task(working).get("version").asInt()).isEqualTo(1);
        baton.as("worker-1").move(working, "deliver", ErrandDiagram.RESULT).expect(200);
    }

    @OnBothDatabases
    void versionsThatAreNotThereAreRefused(Baton baton) {
        Problem.of(baton.admin().post("/api/lifecycles/errand/migrations", "{\"from\":1,\"to\":99}"), 422);
        for (String body : new String[] {
            "{}", "{\"from\":1}", "{\"from\":0,\"to\":1}", "{\"from\":\"1\",\"to\":2}", "{\"from\":1.5,\"to\":2}"
        }) {
            Problem.of(baton.admin().post("/api/lifecycles/errand/migrations", body), 400);
        }
    }
}
